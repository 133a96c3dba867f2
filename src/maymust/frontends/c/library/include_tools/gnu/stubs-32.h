/* maymust: which functions of a 32-bit C library do nothing, for machines that have none. */
