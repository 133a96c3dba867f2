/* With most compilers this works. */
int main(void) {
    char buffer[64] = {0};
    return *(int *)(buffer + 4) != 0;
}
