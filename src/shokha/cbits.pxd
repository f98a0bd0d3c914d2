# Bit functions and the generator of the kernels for the compiled run; bits.py has the plain ones.
cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int shokha_ctz(unsigned long long x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
    #else
    static inline int shokha_ctz(unsigned long long x) { return __builtin_ctzll(x); }
    #endif
    static CYTHON_INLINE int shokha_popcount(unsigned long long x) {
        x -= x >> 1 & 0x5555555555555555ULL;
        x = (x & 0x3333333333333333ULL) + (x >> 2 & 0x3333333333333333ULL);
        return (int)(((x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL >> 56);
    }
    static CYTHON_INLINE unsigned long long shokha_step(unsigned long long x) {
        x ^= x >> 12; x ^= x << 25; x ^= x >> 27;
        return x;
    }
    static CYTHON_INLINE unsigned long long shokha_draw(unsigned long long x) {
        return x * 0x2545F4914F6CDD1DULL >> 32;
    }
    """
    int ctz "shokha_ctz"(unsigned long long x) noexcept nogil
    int popcount "shokha_popcount"(unsigned long long x) noexcept nogil
    unsigned long long step "shokha_step"(unsigned long long x) noexcept nogil
    unsigned long long draw "shokha_draw"(unsigned long long x) noexcept nogil
