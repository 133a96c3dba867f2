/* Each round has one at least. */
int main(void) {
    int sum = 0;
    for (int left = 3; left > 0; left--) {
        char rest[left];
        sum += sizeof rest;
    }
    return sum;
}
