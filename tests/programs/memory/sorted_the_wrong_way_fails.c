/* A heap array is filled through a pointer and sorted, downwards instead of upwards. */
#include <assert.h>
#include <stdlib.h>

#define CELLS 150

static void sort(unsigned *cells, int count) {
    for (int i = 0; i < count; i++)
        for (int j = 0; j + 1 < count; j++)
            if (cells[j] < cells[j + 1]) {
                unsigned kept = cells[j];
                cells[j] = cells[j + 1];
                cells[j + 1] = kept;
            }
}

int main(void) {
    unsigned *cells = malloc(CELLS * sizeof *cells), seed = 1;
    if (!cells) return 0;
    for (int i = 0; i < CELLS; i++) {
        seed = seed * 1103515245u + 12345u;
        cells[i] = seed >> 16;
    }
    sort(cells, CELLS);
    for (int i = 0; i + 1 < CELLS; i++) assert(cells[i] <= cells[i + 1]);
    free(cells);
    return 0;
}
