#include <assert.h>

int balance = 10;
static void withdraw(int amount) { if (amount > 0 && amount <= balance) balance -= amount; }
extern int nondet(void);

int main(void) {
    withdraw(nondet());
    assert(balance >= 0);
    withdraw(nondet());
    assert(balance > 0);
    return 0;
}
