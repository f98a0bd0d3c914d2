# Bit functions of the kernels for the compiled run; bits.py has the plain ones.
cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int shokha_ctz(unsigned long long x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
    static __inline int shokha_popcount(unsigned long long x) { int n = 0; while (x) { x &= x - 1; n++; } return n; }
    #else
    static inline int shokha_ctz(unsigned long long x) { return __builtin_ctzll(x); }
    static inline int shokha_popcount(unsigned long long x) { int n = 0; while (x) { x &= x - 1; n++; } return n; }
    #endif
    """
    int ctz "shokha_ctz"(unsigned long long x) noexcept nogil
    int popcount "shokha_popcount"(unsigned long long x) noexcept nogil
