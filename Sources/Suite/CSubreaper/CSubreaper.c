#include "CSubreaper.h"

#ifdef __linux__
#include <sys/prctl.h>

int touchstone_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }
#else
int touchstone_adopt_orphans(void) { return -1; }
#endif
