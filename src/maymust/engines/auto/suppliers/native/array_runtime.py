"""Arrays in C, for `program`: total maps that are changed where they are and emptied at once.

An array has its `rest` everywhere but at the indices that were stored to. Small indices have a cell each,
valid if it is of the array's present epoch; the others are in a hash table, whose slots are valid if
the entry that they name says so (a sparse set), so that neither has to be cleared.
"""

from __future__ import annotations

NEAR = 1 << 20  # indices below have cells
NEAR_IN_ALL = 1 << 25  # cells of all arrays
BYTES_FAR = 1 << 29  # of all hash tables
ELEMENTS = 12  # of an input that differ from the others
SHOWN = 64  # elements; a state with an array of more is not shown

ARRAYS = """
#include <stdlib.h>

typedef @key@ mm_key;

struct cell { uint64_t value, epoch; };
struct entry { mm_key key; uint64_t value; uint32_t slot; };

struct array {
    uint64_t rest, epoch;
    struct cell *near;
    uint32_t near_room, near_count, *stored; /* `stored` are the indices of cells of this epoch */
    struct entry *far;
    uint32_t far_room, far_count, *slots, slot_bits;
};

static struct array arrays[@arrays@];
static uint64_t epochs, far_bytes;
static int full; /* there was no memory for an element: the test has to end */

static void reset(struct array *a, uint64_t rest)
{
    a->rest = rest;
    a->epoch = ++epochs;
    a->near_count = a->far_count = 0;
}

static void reset_arrays(void)
{
    full = 0;
    for (unsigned i = 0; i < @arrays@; i++) {
        if (!arrays[i].epoch && (arrays[i].near = calloc(@near@, sizeof(struct cell)))) {
            arrays[i].stored = malloc(@near@ * sizeof(uint32_t));
            arrays[i].near_room = arrays[i].stored ? @near@ : 0;
        }
        reset(arrays + i, 0);
    }
}

static uint32_t first_slot(const struct array *a, mm_key key)
{
    uint64_t high = key >> 32 >> 32;
    uint64_t mixed = (uint64_t)key + high * UINT64_C(0xD1B54A32D192ED03);
    return mixed * UINT64_C(0x9E3779B97F4A7C15) >> (64 - a->slot_bits);
}

/* The slot that names the key's entry, or would name it. */
static uint32_t slot_of(const struct array *a, mm_key key)
{
    uint32_t slot = first_slot(a, key), mask = (UINT32_C(1) << a->slot_bits) - 1;
    for (;; slot = (slot + 1) & mask) {
        uint32_t at = a->slots[slot];
        if (at >= a->far_count || a->far[at].slot != slot || a->far[at].key == key)
            return slot;
    }
}

static int is_used(const struct array *a, uint32_t slot)
{
    uint32_t at = a->slots[slot];
    return at < a->far_count && a->far[at].slot == slot;
}

static int grow(struct array *a)
{
    uint32_t room = a->far_room ? 2 * a->far_room : 64, count = a->far_count;
    uint64_t bytes = room * (uint64_t)(sizeof(struct entry) + 2 * sizeof(uint32_t));
    struct entry *far = far_bytes + bytes <= @far_most@ ? realloc(a->far, room * sizeof *far) : NULL;
    uint32_t *slots = far ? calloc(2 * room, sizeof *slots) : NULL;
    if (far)
        a->far = far;
    if (!slots)
        return 0;
    far_bytes += bytes;
    free(a->slots);
    a->slots = slots, a->far_room = room, a->slot_bits = a->slot_bits ? a->slot_bits + 1 : 7;
    for (a->far_count = 0; a->far_count < count; a->far_count++) {
        uint32_t slot = slot_of(a, far[a->far_count].key);
        far[a->far_count].slot = slot;
        slots[slot] = a->far_count;
    }
    return 1;
}

static uint64_t get_far(const struct array *a, mm_key key)
{
    uint32_t slot = slot_of(a, key);
    return is_used(a, slot) ? a->far[a->slots[slot]].value : a->rest;
}

static void put_far(struct array *a, mm_key key, uint64_t value)
{
    if (a->far_count == a->far_room && !grow(a)) {
        full = 1;
        return;
    }
    uint32_t slot = slot_of(a, key);
    if (is_used(a, slot)) {
        a->far[a->slots[slot]].value = value;
        return;
    }
    a->far[a->far_count] = (struct entry){key, value, slot};
    a->slots[slot] = a->far_count++;
}

static inline uint64_t get(const struct array *a, mm_key key)
{
    if (key < a->near_room) {
        const struct cell *cell = a->near + (uint32_t)key;
        return cell->epoch == a->epoch ? cell->value : a->rest;
    }
    return a->far_count ? get_far(a, key) : a->rest;
}

static inline void put(struct array *a, mm_key key, uint64_t value)
{
    if (key < a->near_room) {
        struct cell *cell = a->near + (uint32_t)key;
        cell->value = value;
        if (cell->epoch != a->epoch) {
            cell->epoch = a->epoch;
            a->stored[a->near_count++] = key;
        }
    } else
        put_far(a, key, value);
}

static uint32_t stored_count(const struct array *a) { return a->near_count + a->far_count; }

static mm_key stored_key(const struct array *a, uint32_t i)
{
    return i < a->near_count ? a->stored[i] : a->far[i - a->near_count].key;
}

static void copy(struct array *to, const struct array *from)
{
    reset(to, from->rest);
    for (uint32_t i = 0; i < stored_count(from); i++)
        put(to, stored_key(from, i), get(from, stored_key(from, i)));
}
"""

# Follows what draws, records and observes numbers.
ARRAYS_OUTSIDE = """
/* The same everywhere, or zero but for a few elements: one after the other, in steps as of bytes, or at
   constants of the program. */
static void draw_array(struct array *a, unsigned node, uint64_t mask, uint64_t most)
{
    if (!below(3)) {
        reset(a, draw(node, mask));
        return;
    }
    reset(a, 0);
    uint64_t count = below(@elements@), width = below(2) ? 1 : UINT64_C(1) << below(4);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t at = below(3) ? i * width : shared[below(sizeof shared / sizeof *shared)];
        put(a, at & most, draw(node, mask));
    }
}

/* What `rows` takes apart: the rest, a number of elements, their indices and values. */
static void spell(const struct array *a, void (*word)(uint64_t))
{
    word(a->rest);
    word(stored_count(a));
    for (uint32_t i = 0; i < stored_count(a); i++) {
        mm_key key = stored_key(a, i);
        word(key >> 32 >> 32);
        word(key);
        word(get(a, key));
    }
}

static uint32_t recorded_node;

static void record_word(uint64_t word) { record(recorded_node, word); }

static void record_array(uint32_t node, const struct array *a)
{
    recorded_node = node;
    spell(a, record_word);
}

static void pool_word(uint64_t word) { pool[pool_used++] = word; }

/* Where the array has been written down. */
static uint64_t keep_array(const struct array *a)
{
    uint64_t start = pool_used;
    spell(a, pool_word);
    return start;
}

static uint64_t hash_array(const struct array *a)
{
    uint64_t hash = a->rest;
    for (uint32_t i = 0; i < stored_count(a); i++) {
        mm_key key = stored_key(a, i);
        uint64_t value = get(a, key), high = key >> 32 >> 32;
        if (value == a->rest)
            continue;
        uint64_t x = (key + 1 + high * UINT64_C(0xD1B54A32D192ED03)) * UINT64_C(0x9E3779B97F4A7C15);
        x = (x ^ x >> 30 ^ value) * UINT64_C(0xBF58476D1CE4E5B9);
        hash += x ^ x >> 29;
    }
    return hash;
}
"""
