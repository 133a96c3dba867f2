"""Functions of the C library and of POSIX that do more than return an input, by header.

A function without a body is taken to return an input and to change nothing. Of those below this is wrong:
they write through pointers, keep what they write in memory of their own that they return, change what the
rest of the model relies on (the rounding mode, the locale, the environment), call functions of the program,
wait, or do not return; or their results are fixed by their arguments. Functions that have a model, or are
known by name, may be here too: that counts where a program declares them otherwise. What streams, directories
and the like hold is not looked at by programs, so to change it is no matter.
"""

from __future__ import annotations

import re

_JUMPING = {  # these call functions of the program, now or later, or go elsewhere
    "dirent.h, ftw.h, glob.h": "scandir scandirat ftw nftw fts_open glob",
    "dlfcn.h, link.h": "dlopen dlmopen dlclose dl_iterate_phdr",
    "argp.h": "argp_parse",
    "sched.h, spawn.h, aio.h, mqueue.h": "clone aio_read aio_write aio_fsync lio_listio mq_notify",
    "search.h": "tsearch tfind tdelete twalk tdestroy lsearch lfind twalk_r",
    "setjmp.h, ucontext.h": """
        setjmp _setjmp sigsetjmp __sigsetjmp longjmp _longjmp siglongjmp getcontext setcontext makecontext
        swapcontext""",
    "signal.h": """
        signal bsd_signal sysv_signal __sysv_signal __bsd_signal ssignal gsignal sigaction raise kill killpg
        tgkill sigqueue sigsuspend sigpause sigset sigrelse sigvec sigsetmask sigreturn""",
    "stdio.h": "fopencookie funopen register_printf_function register_printf_specifier",
    "stdlib.h": "atexit at_quick_exit on_exit qsort_r bsearch_r",
    "sys/*": "setitimer syscall ptrace prctl",
    "threads.h, pthread.h": "call_once thrd_create thrd_exit pthread_create pthread_exit pthread_once",
    "time.h": "timer_create timer_settime",
    "unistd.h": "fork vfork _Fork daemon alarm ualarm pause forkpty",
}
_NEVER = {
    "arpa/inet.h, netdb.h": """
        htons htonl ntohs ntohl inet_addr inet_network inet_ntoa inet_lnaof inet_netof inet_makeaddr
        getaddrinfo freeaddrinfo gai_strerror hstrerror gethostbyname gethostbyname2 gethostbyaddr
        gethostbyname_r gethostbyname2_r gethostbyaddr_r gethostent getnetbyname getnetbyaddr getnetent
        getprotobyname getprotobynumber getprotoent getservbyname getservbyport getservent if_nameindex
        if_freenameindex getifaddrs freeifaddrs inet_neta inet_net_ntop inet_net_pton inet_nsap_addr
        inet_nsap_ntoa getaddrinfo_a gai_error gai_cancel getrpcbyname getrpcbynumber getrpcent
        getnetgrent rcmd rcmd_af rexec rexec_af rresvport rresvport_af __h_errno_location
        getipv4sourcefilter getsourcefilter""",
    "complex.h": """
        cacos casin catan ccos csin ctan cacosh casinh catanh ccosh csinh ctanh cexp clog clog10 cabs cpow
        csqrt carg cimag conj cproj creal""",
    "dirent.h, ftw.h, fts.h, glob.h": """
        readdir readdir_r alphasort versionsort getdents getdirentries fts_read fts_children fts_close
        globfree""",
    "dlfcn.h, link.h, execinfo.h": "dlsym dlvsym dladdr dlinfo dlerror backtrace backtrace_symbols dladdr1",
    "err.h, error.h, argp.h, getopt.h": """
        err errx verr verrx error_at_line getopt getopt_long getopt_long_only getsubopt""",
    "fenv.h": """
        feclearexcept fegetexceptflag feraiseexcept fesetexceptflag fetestexcept fegetround fesetround
        fegetenv feholdexcept fesetenv feupdateenv feenableexcept fedisableexcept fegetexcept fegetmode
        fesetmode fesetexcept fetestexceptflag""",
    "fnmatch.h, regex.h, wordexp.h": """
        fnmatch regcomp regexec regerror regfree re_comp re_exec re_match re_search wordexp wordfree
        re_compile_pattern re_compile_fastmap re_search_2 re_match_2 re_set_registers""",
    "iconv.h, langinfo.h, monetary.h, nl_types.h, libintl.h": """
        iconv nl_langinfo strfmon catgets catopen gettext dgettext dcgettext ngettext textdomain
        bindtextdomain""",
    "inttypes.h": "imaxabs imaxdiv strtoimax strtoumax wcstoimax wcstoumax",
    "libgen.h": "basename dirname __xpg_basename",
    "locale.h": "setlocale localeconv newlocale uselocale duplocale",
    "malloc.h": """
        reallocarray reallocf pvalloc malloc_usable_size malloc_info mallinfo mallinfo2 mcheck mprobe
        mtrace""",
    "math.h": """
        acos asin atan cos sin tan cosh sinh tanh acosh asinh atanh exp exp2 exp10 pow10 expm1 log log2
        log10 log1p cbrt pow atan2 hypot remainder drem ldexp scalb scalbn scalbln ilogb llogb logb
        significand nextafter nexttoward nextup nextdown erf erfc gamma tgamma lgamma lgamma_r fma lround
        llround lrint llrint roundeven frexp modf remquo nan sincos j0 j1 jn y0 y1 yn sqrt fabs floor ceil
        trunc round rint nearbyint fmod fmin fmax fdim copysign isnan isinf finite signbit fpclassify
        iseqsig issignaling iscanonical canonicalize totalorder totalordermag getpayload setpayload
        setpayloadsig fromfp ufromfp fromfpx ufromfpx fmaxmag fminmag fmaximum fminimum fmaximum_num
        fminimum_num fmaximum_mag fminimum_mag fmaximum_mag_num fminimum_mag_num fadd fsub fmul fdiv ffma
        fsqrt dadd dsub dmul ddiv dfma dsqrt""",
    "pwd.h, grp.h, shadow.h, utmpx.h": """
        getpwnam getpwuid getpwent fgetpwent getpwnam_r getpwuid_r getpwent_r getgrnam getgrgid getgrent
        fgetgrent getgrnam_r getgrgid_r getgrent_r getgrouplist getspnam getspent getutxent getutxid
        getutxline getutent getutid getutline pututxline pututline getpw getutmp getutmpx""",
    "sched.h, spawn.h, aio.h, mqueue.h, semaphore.h": """
        posix_spawn posix_spawnp aio_error aio_return aio_suspend aio_cancel sem_init sem_destroy sem_open
        sem_wait sem_trywait sem_timedwait sem_post sem_getvalue""",
    "search.h": "hcreate hcreate_r hsearch hsearch_r hdestroy insque remque",
    "signal.h": """
        sigwait sigwaitinfo sigtimedwait sighold sigignore sigblock sigaltstack siginterrupt sigismember
        sigisemptyset sigorset sigandset sigstack sigabbrev_np sigdescr_np""",
    "stdatomic.h": """
        atomic_init atomic_store atomic_load atomic_exchange atomic_compare_exchange_strong
        atomic_compare_exchange_weak atomic_fetch_add atomic_fetch_sub atomic_fetch_or atomic_fetch_xor
        atomic_fetch_and atomic_flag_test_and_set atomic_flag_clear atomic_store_explicit
        atomic_load_explicit atomic_exchange_explicit atomic_compare_exchange_strong_explicit
        atomic_compare_exchange_weak_explicit atomic_fetch_add_explicit atomic_fetch_sub_explicit
        atomic_fetch_or_explicit atomic_fetch_xor_explicit atomic_fetch_and_explicit
        atomic_flag_test_and_set_explicit atomic_flag_clear_explicit""",
    "stdio.h": """
        scanf fscanf sscanf vscanf vfscanf vsscanf sprintf snprintf vsprintf vsnprintf asprintf vasprintf
        gets fgets fread getline getdelim fileno ungetc fmemopen open_memstream open_wmemstream tmpnam
        tmpnam_r tempnam ctermid cuserid fgetln obstack_printf obstack_vprintf""",
    "stdlib.h": """
        atof strtol strtoul strtoll strtoull strtoq strtouq strtod strtof strtold __strtol_internal
        __strtoul_internal __strtoll_internal __strtoull_internal __strtod_internal getenv secure_getenv
        setenv putenv unsetenv clearenv qsort bsearch posix_memalign realpath canonicalize_file_name mblen
        mbtowc wctomb mbstowcs wcstombs rand_r random_r srandom_r initstate initstate_r setstate
        setstate_r drand48 erand48 nrand48 jrand48 seed48 lcong48 arc4random_uniform arc4random_buf mktemp
        mkstemp mkostemp mkstemps mkdtemp ecvt fcvt gcvt ecvt_r fcvt_r qecvt qfcvt qgcvt a64l l64a ptsname
        ptsname_r setproctitle lrand48_r mrand48_r srand48_r mkostemps""",
    "string.h, strings.h": """
        memcpy memmove memset mempcpy __mempcpy memccpy memchr memmem memfrob bcmp bcopy bzero
        explicit_bzero strcpy strncpy strcat strncat stpcpy __stpcpy stpncpy strlcpy strlcat strdup
        __strdup strndup strchr strrchr strchrnul strstr strcasestr strnstr strpbrk strtok strtok_r
        __strtok_r strsep strcoll strxfrm strncasecmp strverscmp strerror strerror_r __xpg_strerror_r
        strsignal strfry swab rindex ffs ffsl ffsll strerrordesc_np strerrorname_np""",
    "sys/*": """
        mmap munmap mremap mprotect madvise brk sbrk shmat shmdt semctl semop semtimedop sendfile signalfd
        readv preadv preadv2 recvmmsg process_vm_readv process_vm_writev reboot profil clock_adjtime
        remap_file_pages __cmsg_nxthdr __sched_cpualloc __sched_cpufree __sched_cpucount""",
    "threads.h": """
        cnd_broadcast cnd_destroy cnd_init cnd_signal cnd_timedwait cnd_wait mtx_destroy mtx_init mtx_lock
        mtx_timedlock mtx_trylock mtx_unlock thrd_current thrd_detach thrd_equal thrd_join thrd_sleep
        thrd_yield tss_create tss_delete tss_get tss_set""",
    "time.h": """
        mktime timegm timelocal gmtime localtime asctime ctime gmtime_r localtime_r asctime_r ctime_r
        strftime strptime getdate getdate_r difftime dysize tzset timer_gettime""",
    "uchar.h": "mbrtoc8 c8rtomb mbrtoc16 c16rtomb mbrtoc32 c32rtomb",
    "unistd.h": """
        read pread execl execlp execle execv execve execvp execvpe execveat fexecve getcwd getwd
        get_current_dir_name ttyname getlogin getpass crypt crypt_r encrypt setkey openpty login_tty
        getusershell copy_file_range splice""",
    "wchar.h": """
        wcscpy wcsncpy wcpcpy wcpncpy wcscat wcsncat wcscmp wcsncmp wcscasecmp wcsncasecmp wcscoll wcsxfrm
        wcschr wcsrchr wcschrnul wcscspn wcsspn wcspbrk wcsstr wcswcs wcstok wcslen wcsnlen wcsdup wcslcpy
        wcslcat wmemchr wmemcmp wmemcpy wmemmove wmempcpy wmemset btowc wctob mbrlen mbrtowc wcrtomb
        mbsinit mbsrtowcs mbsnrtowcs wcsrtombs wcsnrtombs wcwidth wcswidth wcstol wcstoul wcstoll wcstoull
        wcstod wcstof wcstold wcsftime swprintf vswprintf swscanf vswscanf wscanf fwscanf vwscanf vfwscanf
        fgetws ungetwc""",
    "wctype.h": """
        iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper
        iswxdigit iswctype wctype towlower towupper towctrans wctrans""",
}
_FLOATS = ("complex.h", "math.h")
_WRITING = {  # those below are inputs if the arguments through which they write are null
    "arpa/inet.h, netdb.h": "inet_aton:1 inet_pton:2 inet_ntop:2 getnameinfo:2,4 if_indextoname:1",
    "error.h": "error:2",  # given a format, it may not return
    "fcntl.h, unistd.h": """
        fcntl:2 pipe:0 pipe2:0 readlink:1 readlinkat:2 gethostname:0 getdomainname:0 getgroups:1
        ttyname_r:1 getlogin_r:0 confstr:1 getresuid:0,1,2 getresgid:0,1,2 getentropy:0 getrandom:0
        getloadavg:0 name_to_handle_at:2,3 getcpu:0,1""",
    "mqueue.h, sched.h": """
        mq_receive:1,3 mq_timedreceive:1,3 mq_getattr:1 mq_setattr:2 sched_getparam:1 sched_getaffinity:2
        sched_rr_get_interval:1""",
    "poll.h": "poll:0 ppoll:0",
    "signal.h": "sigemptyset:0 sigfillset:0 sigaddset:0 sigdelset:0 sigpending:0 sigprocmask:2",
    "stdio.h": "setbuf:1 setbuffer:1 setvbuf:1 fgetpos:1",
    "sys/ipc.h": "shmctl:2 msgctl:2 msgrcv:1",
    "sys/ioctl.h, termios.h": """
        ioctl:2 tcgetattr:1 cfsetispeed:0 cfsetospeed:0 cfsetspeed:0 cfmakeraw:0""",
    "sys/resource.h": "getrlimit:1 getrusage:1 prlimit:3",
    "sys/select.h, sys/epoll.h": "select:1,2,3,4 pselect:1,2,3 epoll_wait:1 epoll_pwait:1 epoll_pwait2:1",
    "sys/socket.h": """
        accept:1,2 accept4:1,2 getsockname:1,2 getpeername:1,2 getsockopt:3,4 recv:1 recvfrom:1,4,5
        recvmsg:1 sendmmsg:1 socketpair:3 bindresvport:1 bindresvport6:1""",
    "sys/stat.h, sys/statvfs.h": """
        stat:1 lstat:1 fstat:1 fstatat:2 statx:4 __xstat:2 __lxstat:2 __fxstat:2 __fxstatat:3
        statfs:1 fstatfs:1 statvfs:1 fstatvfs:1 ustat:1""",
    "sys/time.h": """
        gettimeofday:0,1 getitimer:1 adjtime:1 ntp_gettime:0 ntp_adjtime:0 adjtimex:0 ntp_gettimex:0""",
    "sys/times.h, sys/utsname.h, sys/sysinfo.h": "times:0 uname:0 sysinfo:0 mincore:2",
    "sys/timerfd.h, sys/eventfd.h, sys/xattr.h": """
        timerfd_settime:3 timerfd_gettime:1 eventfd_read:1 getxattr:2 lgetxattr:2 fgetxattr:2 listxattr:1
        llistxattr:1 flistxattr:1""",
    "sys/wait.h": "wait:0 waitpid:1 waitid:2,4 wait3:0,2 wait4:1,3",
    "time.h": """
        time:0 timespec_get:0 timespec_getres:0 ftime:0 clock_gettime:1 clock_getres:1 clock_getcpuclockid:1
        nanosleep:1 clock_nanosleep:3""",
}
_FAILING = {  # and set `errno` then; those above do, too
    "dirent.h": "opendir fdopendir closedir",
    "fcntl.h, sys/stat.h": """
        open openat creat chmod fchmod fchmodat mkdir mkdirat mkfifo mknod utime utimes utimensat futimens""",
    "math.h": "sqrt sqrtf fmod fmodf fdim fdimf",
    "stdio.h": """
        fopen freopen fdopen fclose fflush fseek fseeko ftell ftello fsetpos rewind popen pclose
        tmpfile remove rename renameat getc fgetc getchar getw getwc fgetwc getwchar gets fgets fread""",
    "stdlib.h": "system grantpt unlockpt posix_openpt",
    "sys/*": """
        socket bind connect listen send sendto sendmsg shutdown setsockopt epoll_create epoll_create1
        epoll_ctl eventfd inotify_init inotify_add_watch mount umount setrlimit getpriority setpriority flock
        semget shmget msgget msgsnd shm_open shm_unlink ftok mq_open mq_send mq_close writev pwritev""",
    "time.h": "clock clock_settime settimeofday stime",
    "unistd.h": """
        access faccessat chdir fchdir chown fchown lchown chroot close dup dup2 dup3 fdatasync fsync isatty
        link linkat lockf lseek nice pathconf fpathconf sysconf pwrite rmdir setegid seteuid setgid setgroups
        setpgid setregid setreuid setsid setuid symlink symlinkat tcgetpgrp tcsetpgrp truncate ftruncate
        unlink unlinkat usleep write""",
}
# Other names of the same functions: glibc's own and for versions of C; for files of 64 bits; without locks,
# with memory or a locale that is given; for other floating-point types.
_VARIANT = re.compile(r"(?:__isoc(?:99|23)_|__)?(?P<name>\w+?)(?:64)?(?:_unlocked|_r|_l)?")
_FLOAT_VARIANT = re.compile(r"(?:__)?(?P<name>\w+?)(?:f|l|f32x?|f64x?|f128)(?:_r)?")
_FAMILIES = re.compile(
    r"__\w+_chk"  # checked variants
    r"|(?:is|to|str|wcs)[a-z]+_l"  # variants with a locale
    r"|(?:strto|strfrom|wcsto)\w+|inet6_\w+|posix_spawn\w*|pthread_\w+|sem_[a-z]+"
)


CALLING_BACK = frozenset(name for names in _JUMPING.values() for name in names.split())
_NAMES = CALLING_BACK.union(*[names.split() for names in _NEVER.values()])
_OF_FLOATS = frozenset(name for header in _FLOATS for name in _NEVER[header].split())
_WRITTEN = {
    name: tuple(map(int, positions.split(",")))
    for names in _WRITING.values()
    for name, _, positions in (entry.partition(":") for entry in names.split())
}
_SETTING = frozenset(name for names in _FAILING.values() for name in names.split())


def _plain(name: str) -> str:
    """The function of which this is another name."""
    variant = _VARIANT.fullmatch(name)
    return name if variant is None else variant["name"]


def is_never_input(name: str) -> bool:
    """Whether no call of the function is "an input, and nothing is changed"."""
    if name in _NAMES or _plain(name) in _NAMES or _FAMILIES.fullmatch(name):
        return True
    variant = _FLOAT_VARIANT.fullmatch(name)
    return variant is not None and variant["name"] in _OF_FLOATS


def written_arguments(name: str) -> tuple[int, ...]:
    """Through which arguments the function writes, if they are not null; nothing else keeps it from being an
    input."""
    return _WRITTEN.get(name) or _WRITTEN.get(_plain(name), ())


def sets_errno(name: str) -> bool:
    """Whether the function may fail and set `errno` then, while its result is an input or an operator's."""
    return not _SETTING.union(_WRITTEN).isdisjoint((name, _plain(name)))
