/* LD_PRELOAD library that simulates a dying disk: fsync and fdatasync fail with EIO while the file named by FAILING_FSYNC exists. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static int flush(const char *name, int fd) {
  const char *file = getenv("FAILING_FSYNC");
  if (file && access(file, F_OK) == 0) {
    errno = EIO;
    return -1;
  }
  return ((int (*)(int))dlsym(RTLD_NEXT, name))(fd);
}

int fsync(int fd) { return flush("fsync", fd); }
int fdatasync(int fd) { return flush("fdatasync", fd); }
