// The measuring stick of `shokha bench engine`: random deals of pairs Kozel without combinations, and nothing else.
//
// No versions, no windows, no checks, no reading: what the game costs in C++ when only the playout counts. It plays the
// same deals as the kernel does (same generator, same order of actions) and prints the same hash.
//
// Usage: engine_minimal DEALS SEED ROUNDS  ->  one line a round: "deals seconds actions points hash", processor time.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>

typedef uint64_t Set;  // cards: 1 << (suit * 9 + rank), ranks 6 7 8 9 J Q K 10 A; bit 0 is the shokha

static const Set BEAT = 3ULL << 56, DISCARD = 4ULL << 56, LEAD = 2ULL << 56, CARDS = (1ULL << 56) - 1;
static const int WORTH[9] = {0, 0, 0, 0, 2, 3, 4, 10, 11};

static Set suit_of(int s) { return 0x1FFULL << 9 * s; }
static int lowest(Set x) { return __builtin_ctzll(x); }

static Set beaters[4][36];

static void fill_tables() {
    for (int trump = 0; trump < 4; trump++)
        for (int card = 0; card < 36; card++) {
            Set mask = suit_of(card / 9) & ~((2ULL << card) - 1);
            if (card / 9 != trump) mask |= suit_of(trump);
            beaters[trump][card] = card ? mask | 1 : 0;
        }
}

struct Random {
    uint64_t state;
    uint64_t below(uint64_t n) {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        return ((state * 2685821657736338717ULL) >> 32) * n >> 32;
    }
};

struct Deal {
    Set hand[4], taken[4], table[4], master_cards;
    int deck[36], next_card, trump, leader, actor, master, size, played, tricks;

    void start() {
        for (int p = 0; p < 4; p++) hand[p] = taken[p] = table[p] = 0;
        for (int i = 0; i < 16; i++) hand[(i + 1) % 4] |= 1ULL << deck[i];
        trump = deck[16] / 9;
        next_card = 17;  // the turn-up at 16 is drawn after 35
        leader = actor = 1;
        size = played = tricks = 0;
    }

    bool pairs_up(Set reply, Set group) const {
        if (group & 1) return false;
        int jokers = reply & 1;
        reply &= ~1ULL;
        for (int s = 0; s < 4; s++) {
            Set mine = reply & suit_of(s), theirs = group & suit_of(s);
            while (mine && theirs) {
                Set low = mine & -mine, other = theirs & -theirs;
                mine ^= low;
                if (low > other) theirs ^= other;
                else if (s != trump) return false;
            }
            if (s == trump) {
                if (__builtin_popcountll(theirs) > jokers) return false;
            } else if (mine) return false;
        }
        return true;
    }

    int subsets(Set* sub, int* count) const {
        Set bits[4];
        int n = 0;
        for (Set rest = hand[actor]; rest; rest &= rest - 1) bits[n++] = rest & -rest;
        sub[0] = 0;
        count[0] = 0;
        for (int i = 1; i < 1 << n; i++) {
            sub[i] = sub[i & (i - 1)] | bits[lowest(i)];
            count[i] = count[i & (i - 1)] + 1;
        }
        return 1 << n;
    }

    int legal(Set* out) const {
        Set sub[16];
        int count[16], k = 0;
        if (!played) {
            if (!hand[actor]) return 0;
            int n = subsets(sub, count);
            for (int i = 1; i < n; i++) {
                Set plain = sub[i] & ~1ULL;
                if (!plain || !(plain & ~suit_of(lowest(plain) / 9))) out[k++] = LEAD | sub[i];
            }
        } else if (size == 1) {
            Set over = beaters[trump][lowest(master_cards)];
            for (Set rest = hand[actor]; rest; rest &= rest - 1) {
                Set card = rest & -rest;
                if (card & over) out[k++] = BEAT | card;
                out[k++] = DISCARD | card;
            }
        } else {
            int n = subsets(sub, count);
            for (int i = 1; i < n; i++)
                if (count[i] == size) {
                    if (pairs_up(sub[i], master_cards)) out[k++] = BEAT | sub[i];
                    out[k++] = DISCARD | sub[i];
                }
        }
        return k;
    }

    void play(Set action) {
        Set cards = action & CARDS;
        hand[actor] ^= cards;
        table[actor] = cards;
        if (!played) size = __builtin_popcountll(cards);
        if ((action & ~CARDS) != DISCARD) {
            master = actor;
            master_cards = cards;
        }
        actor = (actor + 1) & 3;
        if (++played == 4) take();
    }

    void take() {
        taken[master] |= table[0] | table[1] | table[2] | table[3];
        played = 0;
        tricks++;
        leader = actor = master;
        for (int i = 0; i < 4 * size && next_card <= 36; i++) {
            hand[(master + i) & 3] |= 1ULL << (next_card == 36 ? deck[16] : deck[next_card]);
            next_card++;
        }
    }
};

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    long deals = atol(argv[1]);
    fill_tables();
    Random random = {(strtoull(argv[2], nullptr, 10) * 0x9E3779B97F4A7C15ULL) | 1};
    Deal deal;
    for (int i = 0; i < 36; i++) deal.deck[i] = i;
    for (int round = atoi(argv[3]); round > 0; round--) {
        uint64_t hash = 14695981039346656037ULL;
        long actions = 0, points = 0;
        clock_t begin = clock();
        for (long d = 0; d < deals; d++) {
            for (int i = 35; i > 0; i--) std::swap(deal.deck[i], deal.deck[random.below(i + 1)]);
            deal.start();
            Set out[32];
            for (int n; (n = deal.legal(out)) > 0; actions++) {
                Set action = out[random.below(n)];
                hash = (hash ^ action) * 1099511628211ULL;
                deal.play(action);
            }
            for (int p = 0; p < 4; p++) hash = (hash ^ deal.taken[p]) * 1099511628211ULL;
            hash = (hash ^ (deal.leader + 1)) * 1099511628211ULL;
            for (Set won = deal.taken[1] | deal.taken[3]; won; won &= won - 1) points += WORTH[lowest(won) % 9];
        }
        double seconds = double(clock() - begin) / CLOCKS_PER_SEC;
        printf("%ld %.6f %ld %ld %llu\n", deals, seconds, actions, points, (unsigned long long)hash);
        fflush(stdout);
    }
    return 0;
}
