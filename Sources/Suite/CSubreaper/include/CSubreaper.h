#pragma once

/// Has the system hand this process every descendant whose parent has ended, which otherwise goes to the first process.
///
/// Swift cannot call `prctl`, which takes any number of arguments. Returns 0, or -1 where a system has nothing like it.
int touchstone_adopt_orphans(void);
