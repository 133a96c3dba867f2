extern void reach_error(void);

union word { unsigned bits; unsigned char bytes[4]; };
struct packet { unsigned kind : 3; unsigned length : 5; union word payload; long total; };

void check(struct packet p, double factor, _Bool flag)
{
    if (p.kind == 5 && p.length == 17 && p.payload.bytes[1] == 77 && p.total < -4294967296L && factor == -0.5 && flag)
        reach_error();
}
