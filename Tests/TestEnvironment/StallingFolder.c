#include "StallingFolder.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

enum { most_files = 64, most_held = 256, buffer_bytes = 1 << 17, piece_bytes = 1 << 16 };

typedef struct {
  char name[64];
  unsigned char *bytes;
  unsigned long count;
  int stalls;
} file_entry;

typedef struct {
  uint64_t unique;
  uint64_t node;
} held_request;

struct stalling_folder {
  char path[4096];
  int device;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  // The folder has the number 1, its files have the numbers from 2.
  file_entry files[most_files];
  int file_count;
  int folder_stalls;
  int ignores_ends;
  held_request held[most_held];
  int held_count;
};

static void answer(stalling_folder *folder, uint64_t unique, int error, const void *bytes, unsigned long count) {
  unsigned char message[sizeof(struct fuse_out_header) + piece_bytes];
  struct fuse_out_header header = {.len = sizeof header + (uint32_t)count, .error = -error, .unique = unique};
  memcpy(message, &header, sizeof header);
  if (count) memcpy(message + sizeof header, bytes, count);
  ssize_t written = write(folder->device, message, header.len);
  (void)written;  // the program that asked may have ended
}

static void fill_attributes(stalling_folder *folder, uint64_t node, struct fuse_attr *attributes) {
  memset(attributes, 0, sizeof *attributes);
  attributes->ino = node;
  attributes->nlink = 1;
  attributes->uid = getuid();
  attributes->gid = getgid();
  attributes->mtime = 1000000000;
  attributes->mode = node == FUSE_ROOT_ID ? S_IFDIR | 0755 : S_IFREG | 0644;
  if (node != FUSE_ROOT_ID) attributes->size = folder->files[node - 2].count;
}

/// Whether a request is held instead of answered. The lock is held.
static int holds(stalling_folder *folder, uint64_t node, int operation, uint64_t unique) {
  int stalls = node == FUSE_ROOT_ID ? folder->folder_stalls : folder->files[node - 2].stalls;
  if (!(stalls & operation) || folder->held_count == most_held) return 0;
  folder->held[folder->held_count++] = (held_request){unique, node};
  pthread_cond_broadcast(&folder->changed);
  return 1;
}

static void list(stalling_folder *folder, uint64_t unique, const struct fuse_read_in *request) {
  unsigned char bytes[piece_bytes];
  unsigned long count = 0;
  for (int index = (int)request->offset; index < folder->file_count; index++) {
    struct fuse_dirent entry = {.ino = index + 2, .off = index + 1, .type = S_IFREG >> 12};
    entry.namelen = (uint32_t)strlen(folder->files[index].name);
    unsigned long length = FUSE_DIRENT_ALIGN(FUSE_NAME_OFFSET + entry.namelen);
    if (count + length > request->size || count + length > sizeof bytes) break;
    memset(bytes + count, 0, length);
    memcpy(bytes + count, &entry, FUSE_NAME_OFFSET);
    memcpy(bytes + count + FUSE_NAME_OFFSET, folder->files[index].name, entry.namelen);
    count += length;
  }
  answer(folder, unique, 0, bytes, count);
}

static void serve(stalling_folder *folder, const struct fuse_in_header *header, const void *body) {
  uint64_t unique = header->unique, node = header->nodeid;
  if (node >= 2 && node - 2 >= (uint64_t)folder->file_count) {
    answer(folder, unique, ENOENT, NULL, 0);
    return;
  }
  switch (header->opcode) {
    case FUSE_INIT: {
      const struct fuse_init_in *request = body;
      struct fuse_init_out reply = {
        .major = FUSE_KERNEL_VERSION, .minor = FUSE_KERNEL_MINOR_VERSION, .max_readahead = request->max_readahead,
        .flags = request->flags & (FUSE_ASYNC_READ | FUSE_PARALLEL_DIROPS), .max_write = 4096, .max_background = 16};
      answer(folder, unique, 0, &reply, sizeof reply);
      break;
    }
    case FUSE_LOOKUP: {
      int index = 0;
      while (index < folder->file_count && strcmp(folder->files[index].name, body)) index++;
      if (index == folder->file_count) {
        answer(folder, unique, ENOENT, NULL, 0);
        break;
      }
      if (holds(folder, index + 2, stalling_lookup, unique)) break;
      struct fuse_entry_out reply = {.nodeid = index + 2, .generation = 1};
      fill_attributes(folder, index + 2, &reply.attr);
      answer(folder, unique, 0, &reply, sizeof reply);
      break;
    }
    case FUSE_GETATTR: {
      if (holds(folder, node, stalling_lookup, unique)) break;
      struct fuse_attr_out reply = {0};
      fill_attributes(folder, node, &reply.attr);
      answer(folder, unique, 0, &reply, sizeof reply);
      break;
    }
    case FUSE_OPEN:
    case FUSE_OPENDIR: {
      if (holds(folder, node, stalling_open, unique)) break;
      struct fuse_open_out reply = {.fh = node};
      answer(folder, unique, 0, &reply, sizeof reply);
      break;
    }
    case FUSE_READ: {
      if (holds(folder, node, stalling_read, unique)) break;
      const struct fuse_read_in *request = body;
      file_entry *file = &folder->files[node - 2];
      unsigned long start = request->offset < file->count ? request->offset : file->count;
      unsigned long count = file->count - start < request->size ? file->count - start : request->size;
      answer(folder, unique, 0, file->bytes + start, count < piece_bytes ? count : piece_bytes);
      break;
    }
    case FUSE_READDIR: list(folder, unique, body); break;
    case FUSE_FLUSH:
      if (holds(folder, node, stalling_close, unique)) break;
      answer(folder, unique, 0, NULL, 0);
      break;
    case FUSE_RELEASE:
    case FUSE_RELEASEDIR: answer(folder, unique, 0, NULL, 0); break;
    case FUSE_STATFS: {
      struct fuse_statfs_out reply = {.st = {.bsize = 4096, .namelen = 255}};
      answer(folder, unique, 0, &reply, sizeof reply);
      break;
    }
    case FUSE_INTERRUPT: {
      // A program that ends asks for an answer.
      const struct fuse_interrupt_in *request = body;
      if (folder->ignores_ends) break;
      for (int index = 0; index < folder->held_count; index++) {
        if (folder->held[index].unique != request->unique) continue;
        answer(folder, request->unique, EINTR, NULL, 0);
        folder->held[index] = folder->held[--folder->held_count];
        break;
      }
      break;
    }
    case FUSE_FORGET:
    case FUSE_BATCH_FORGET: break;
    default: answer(folder, unique, ENOSYS, NULL, 0);
  }
}

static void *run(void *context) {
  stalling_folder *folder = context;
  unsigned char *buffer = malloc(buffer_bytes);
  while (buffer) {
    ssize_t count = read(folder->device, buffer, buffer_bytes);
    if (count < 0 && (errno == EINTR || errno == EAGAIN || errno == ENOENT)) continue;
    if (count < (ssize_t)sizeof(struct fuse_in_header)) break;  // it was unmounted
    pthread_mutex_lock(&folder->lock);
    serve(folder, (const struct fuse_in_header *)buffer, buffer + sizeof(struct fuse_in_header));
    pthread_mutex_unlock(&folder->lock);
  }
  free(buffer);
  return NULL;
}

stalling_folder *stalling_folder_mount(const char *path) {
  stalling_folder *folder = calloc(1, sizeof *folder);
  if (!folder) return NULL;
  snprintf(folder->path, sizeof folder->path, "%s", path);
  pthread_mutex_init(&folder->lock, NULL);
  pthread_cond_init(&folder->changed, NULL);
  folder->device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
  char options[128];
  snprintf(
    options, sizeof options, "fd=%d,rootmode=40755,user_id=%u,group_id=%u,allow_other", folder->device, getuid(),
    getgid());
  if (
    folder->device < 0 || mount("stalling", path, "fuse.stalling", MS_NOSUID | MS_NODEV, options)
    || pthread_create(&folder->thread, NULL, run, folder)) {
    int code = errno;
    umount2(path, MNT_DETACH);
    if (folder->device >= 0) close(folder->device);
    free(folder);
    errno = code;
    return NULL;
  }
  return folder;
}

void stalling_folder_add(stalling_folder *folder, const char *name, const void *bytes, unsigned long count, int stalls) {
  pthread_mutex_lock(&folder->lock);
  if (folder->file_count < most_files) {
    file_entry *file = &folder->files[folder->file_count++];
    snprintf(file->name, sizeof file->name, "%s", name);
    file->bytes = malloc(count ? count : 1);
    if (file->bytes) memcpy(file->bytes, bytes, count);
    file->count = file->bytes ? count : 0;
    file->stalls = stalls;
  }
  pthread_mutex_unlock(&folder->lock);
}

void stalling_folder_stall(stalling_folder *folder, int operations) {
  pthread_mutex_lock(&folder->lock);
  folder->folder_stalls = operations;
  pthread_mutex_unlock(&folder->lock);
}

void stalling_folder_ignore_ends(stalling_folder *folder) {
  pthread_mutex_lock(&folder->lock);
  folder->ignores_ends = 1;
  pthread_mutex_unlock(&folder->lock);
}

int stalling_folder_wait(stalling_folder *folder, int seconds) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += seconds;
  pthread_mutex_lock(&folder->lock);
  while (!folder->held_count && !pthread_cond_timedwait(&folder->changed, &folder->lock, &end)) {}
  int count = folder->held_count;
  pthread_mutex_unlock(&folder->lock);
  return count;
}

int stalling_folder_holds(stalling_folder *folder, const char *name) {
  int result = 0;
  pthread_mutex_lock(&folder->lock);
  for (int index = 0; index < folder->held_count; index++) {
    uint64_t node = folder->held[index].node;
    if (node >= 2 && !strcmp(folder->files[node - 2].name, name)) result = 1;
  }
  pthread_mutex_unlock(&folder->lock);
  return result;
}

void stalling_folder_release(stalling_folder *folder) {
  pthread_mutex_lock(&folder->lock);
  folder->folder_stalls = 0;
  for (int index = 0; index < folder->file_count; index++) folder->files[index].stalls = 0;
  // The kernel repeats a call that was interrupted, or reports the error.
  while (folder->held_count) answer(folder, folder->held[--folder->held_count].unique, EIO, NULL, 0);
  pthread_mutex_unlock(&folder->lock);
}

void stalling_folder_unmount(stalling_folder *folder) {
  stalling_folder_release(folder);
  umount2(folder->path, MNT_FORCE);
  umount2(folder->path, MNT_DETACH);
  pthread_join(folder->thread, NULL);
  close(folder->device);
  for (int index = 0; index < folder->file_count; index++) free(folder->files[index].bytes);
  free(folder);
}
