/* The loop does end. */
int main(void) {
    for (int i = 0; i != 10; i += 2) {
    }
    __builtin_unreachable();
}
