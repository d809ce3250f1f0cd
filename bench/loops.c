/* The same arithmetic as the compiled kernels, as a C programmer would write it: the yardstick of the bench.

   A player's numbers lie side by side. AHEAD 0 means no prefetching. Compiled without contraction, so that the
   ratings can be compared bit for bit.
*/
#include <math.h>
#include <stdint.h>

#define LN10 2.302585092994046
#define STEPS 2 /* of the schedule of K; known beforehand to the compiled kernels too */

typedef struct { double rating, games; } player;
typedef struct { double rating, experience, season, games; } member;

static inline double development(double rating, double games, const double schedule[STEPS][2], double k_strong, double strong)
{
    double last = schedule[0][0], k = schedule[0][1];
    for (int64_t i = 0; i < STEPS; i++) {
        last = schedule[i][0];
        if (games >= last) k = schedule[i][1];
    }
    return rating > strong && games >= last ? k_strong : k;
}

static inline double larger(double a, double b) { return a < b ? b : a; }

void elo(const uint32_t *first, const uint32_t *second, const uint8_t *halves, int64_t games, player *players, double scale,
         const double schedule[STEPS][2], double k_strong, double strong, double floor, int64_t ahead)
{
    for (int64_t i = 0; i < games; i++) {
        if (ahead && i + ahead < games) {
            __builtin_prefetch(&players[first[i + ahead]], 1);
            __builtin_prefetch(&players[second[i + ahead]], 1);
        }
        player *a = &players[first[i]], *b = &players[second[i]];
        double score = halves[i] * 0.5, ra = a->rating, rb = b->rating, d = ra - rb;
        double stronger = 1.0 / (1.0 + exp(-fabs(d) * LN10 / scale));
        double weaker = 1.0 - stronger, p = d >= 0.0 ? stronger : weaker;
        double ka = development(ra, a->games, schedule, k_strong, strong);
        double kb = development(rb, b->games, schedule, k_strong, strong);
        a->rating = larger(ra + ka * (score - p), floor);
        b->rating = larger(rb + kb * (1.0 - score - (1.0 - p)), floor);
        a->games += 1.0;
        b->games += 1.0;
    }
}

void ffbg(const uint32_t *first, const uint32_t *second, const uint8_t *halves, const double *length, int64_t games,
          member *members, double stake, double scale, double ramp_start, double ramp_per, int64_t ahead)
{
    for (int64_t i = 0; i < games; i++) {
        if (ahead && i + ahead < games) {
            __builtin_prefetch(&members[first[i + ahead]], 1);
            __builtin_prefetch(&members[second[i + ahead]], 1);
        }
        uint32_t swap = (first[i] ^ second[i]) & -(uint32_t)(halves[i] == 0); /* no branch: nobody can guess who won */
        member *w = &members[first[i] ^ swap], *o = &members[second[i] ^ swap];
        double n = length[i], root = sqrt(n), d = w->rating - o->rating;
        double stronger = 1.0 / (1.0 + exp(-fabs(d) * root * LN10 / scale));
        double weaker = 1.0 - stronger, p = d >= 0.0 ? weaker : stronger;
        double fw = larger(1.0, ramp_start - (w->experience + n) / ramp_per);
        double fo = larger(1.0, ramp_start - (o->experience + n) / ramp_per);
        w->rating += stake * fw * p * root;
        o->rating -= stake * fo * p * root;
        w->experience += n; o->experience += n;
        w->season += n; o->season += n;
        w->games += 1.0; o->games += 1.0;
    }
}
