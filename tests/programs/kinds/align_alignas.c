/* The array is declared to be aligned, and steps are those of int. */
int main(void) {
    _Alignas(int) char unused[4] = {0};
    _Alignas(8) char buffer[16] = {0};
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += *(int *)(buffer + 4 * i);
    return sum + unused[0];
}
