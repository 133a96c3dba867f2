/* Stands behind the programs: runs each execution of the plan in a process of its own, and prints what is reported. */
static void hunt_run(int number, int report)
{
    fflush(stdout);
    ftruncate(report, 0);
    lseek(report, 0, SEEK_SET);
    pid_t child = fork();
    if (child == 0) {
        dup2(report, 2);
        dup2(open("/dev/null", O_RDWR), 1);
        dup2(1, 0);
        alarm(10);
        hunt_inputs = hunt_plan[number].inputs;
        hunt_failing = hunt_plan[number].failing;
#ifdef HUNT_VALGRIND
        hunt_errors = VALGRIND_COUNT_ERRORS;
#endif
        hunt_programs[hunt_plan[number].program]();
        hunt_end(1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    static char text[4000];
    lseek(report, 0, SEEK_SET);
    ssize_t length = read(report, text, sizeof text - 1);
    text[length < 0 ? 0 : length] = 0;
    for (char *c = text; *c; c++)
        if (*c == '\n') *c = ' ';
    text[1000] = 0;
    printf("%d %s %s\n", number, status ? "ends badly" : "", text);
}

int main(void)
{
    char name[] = "/tmp/hunt-report-XXXXXX";
    int report = mkstemp(name);
    unlink(name);
    for (unsigned i = 0; i < sizeof hunt_plan / sizeof *hunt_plan; i++) hunt_run((int)i, report);
    return 0;
}
