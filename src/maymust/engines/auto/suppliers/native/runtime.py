"""What every program has in C, before and after the function `run` that `program` writes: where inputs come
from, the states that are kept, and what is called from outside."""

from __future__ import annotations

RUNTIME = """
static const uint64_t shared[] = {@shared@};
static const uint64_t own[] = {@own@};
static const uint32_t own_start[] = {@own_start@};
static const uint32_t live[] = {@live@};
static const uint32_t live_start[] = {@live_start@};
static const uint8_t moods[][@mood_length@] = {@moods@};

static uint64_t generator, last, test, run_number, kept[@nodes@], kept_in_run[@nodes@];
static unsigned mood;

static uint64_t *observed_rows, *observed_counts, *observed_hashes, observed_most, observed_filter, sampler;
static uint32_t *recorded_nodes;
static uint64_t *recorded_values, recorded_count, recorded_most;
static uint64_t *pool, pool_used, pool_most; /* arrays of the states that are kept */

static uint64_t next_random(uint64_t *state)
{
    uint64_t x = *state;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return *state = x;
}

static uint64_t below(uint64_t bound) { return ((next_random(&generator) >> 32) * bound) >> 32; }

static void start_test(uint64_t seed)
{
    generator = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15) | 1;
    for (int i = 0; i < 4; i++)
        next_random(&generator);
    mood = below(@all_moods@ + @nodewise_share@);
    test = seed;
    run_number++;
    last = 0;
}

static uint64_t constant_for(unsigned node)
{
    uint64_t count = own_start[node + 1] - own_start[node];
    if (count && below(4))
        return own[own_start[node] + below(count)];
    return shared[below(sizeof shared / sizeof *shared)];
}

static uint64_t value_of_kind(unsigned kind, unsigned node, uint64_t mask)
{
    switch (kind) {
    case @ZERO@: return 0;
    case @ONE@: return 1;
    case @BIT@: return below(@BIT_bound@);
    case @FEW@: return below(@FEW_bound@);
    case @SMALL@: return below(@SMALL_bound@);
    case @THOUSANDS@: return below(@THOUSANDS_bound@);
    case @CONSTANT@: return constant_for(node);
    case @ALL_ONES@: return mask;
    case @EXTREME@: switch (below(4)) {
        case 0: return mask;
        case 1: return mask - 1;
        case 2: return mask >> 1;
        default: return (mask >> 1) + 1;
        }
    case @WILD@: return next_random(&generator);
    default: return last;
    }
}

static uint64_t draw(unsigned node, uint64_t mask)
{
    uint64_t nodes_own = ((test * 31 + node + 1) * UINT64_C(0x9E3779B97F4A7C15) >> 32) % @all_moods@;
    unsigned now = mood < @all_moods@ ? mood : nodes_own;
    unsigned kind = moods[now][below(@mood_length@)];
    if (kind == @KEEP@) {
        if (kept_in_run[node] != run_number) {
            kept_in_run[node] = run_number;
            kept[node] = value_of_kind(moods[0][below(@mood_length@)], node, mask);
        }
        last = kept[node];
    } else
        last = value_of_kind(kind, node, mask);
    return last & mask;
}

static void record(uint32_t node, uint64_t value)
{
    if (recorded_count < recorded_most) {
        recorded_nodes[recorded_count] = node;
        recorded_values[recorded_count] = value;
    }
    recorded_count++;
}

/* The state is in the row behind the others. A third of these keep the first states,
   the rest a sample; states that differ only in what does not matter count as one.
   Returns the row in which the state is kept, or none. */
static uint64_t *observe(unsigned place)
{
    uint64_t *rows = observed_rows + place * (observed_most + 1) * @words@;
    uint64_t *scratch = rows + observed_most * @words@;
    uint64_t hash = (place + 1) * UINT64_C(0xD1B54A32D192ED03), row;
    for (unsigned i = live_start[place]; i < live_start[place + 1]; i++) {
        hash = (hash ^ scratch[live[i]]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    if (observed_hashes[hash & observed_filter] == hash)
        return 0;
    observed_hashes[hash & observed_filter] = hash;
    row = observed_counts[place]++;
    if (row >= observed_most) {
        uint64_t first = observed_most / 3;
        row = first + next_random(&sampler) % (row - first + 1);
        if (row >= observed_most)
            return 0;
    }
    for (unsigned i = 0; i < @words@; i++)
        rows[row * @words@ + i] = scratch[i];
    return rows + row * @words@;
}
"""

ENTRIES = """
/* Runs tests until one has an end that is wanted; says how many were run before it. */
uint64_t search(uint64_t first, uint64_t count, uint64_t limit, uint64_t most, const uint8_t *wanted,
                uint64_t *steps, uint32_t *end)
{
    uint64_t i;
    *steps = 0;
    *end = 0;
    for (i = 0; i < count && *steps + @test_cost@ * i < most; i++) {
        *end = run(first + i, limit, 0, 0, steps);
        if (*end >= @first_target@ && wanted[*end - @first_target@])
            return i;
    }
    *end = 0;
    return i;
}

/* Runs one test and records its inputs. */
void replay(uint64_t seed, uint64_t limit, uint32_t *nodes, uint64_t *values, uint64_t capacity,
            uint64_t *count, uint64_t *steps)
{
    recorded_nodes = nodes, recorded_values = values, recorded_most = capacity, recorded_count = 0;
    *steps = 0;
    run(seed, limit, 1, 0, steps);
    *count = recorded_count;
}

/* Runs tests and keeps a sample of the states at the cut points. */
uint64_t sample(uint64_t first, uint64_t count, uint64_t limit, uint64_t most, uint64_t *rows,
                uint64_t *counts, uint64_t rows_each, uint64_t *hashes, uint64_t filter,
                uint64_t *arrays_kept, uint64_t room, uint64_t *steps)
{
    uint64_t i;
    observed_rows = rows, observed_counts = counts, observed_most = rows_each;
    observed_hashes = hashes, observed_filter = filter;
    pool = arrays_kept, pool_most = room, pool_used = 2; /* the array of zeros comes first */
    sampler = first * 2 + 1;
    *steps = 0;
    for (i = 0; i < count && *steps + @test_cost@ * i < most; i++)
        run(first + i, limit, 0, 1, steps);
    return i;
}
"""
