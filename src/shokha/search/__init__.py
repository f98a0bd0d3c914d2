"""Search: playouts, information-set tree search, perfect-information solvers. Kernels only, no chance from outside."""
