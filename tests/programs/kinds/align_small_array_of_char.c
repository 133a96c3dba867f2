/* The array may be aligned, or not. */
int main(void) {
    char buffer[8] = {0};
    return *(int *)(buffer + 1) != 0;
}
