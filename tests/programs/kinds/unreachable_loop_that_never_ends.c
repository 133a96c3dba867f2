/* From an even number in steps of two, no odd one is reached. */
int main(void) {
    for (unsigned i = 0; i != 11; i += 2) {
    }
    __builtin_unreachable();
}
