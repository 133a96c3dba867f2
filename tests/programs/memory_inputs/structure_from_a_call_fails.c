extern void reach_error(void);

struct point { int x; float y; signed char corner[3]; };
extern struct point next_point(void);
extern float scale(void);

int main(void)
{
    struct point p = next_point(), q = next_point();
    float s = scale();
    if (p.x == 5 && q.x == -6 && q.y == 1.5f && p.corner[2] == -1 && q.corner[0] == 9 && s != s)
        reach_error();
    return 0;
}
