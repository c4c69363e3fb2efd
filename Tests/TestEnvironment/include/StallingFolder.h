// A folder whose files do not answer, as those of a lost network do: a file system in this process (FUSE).
#ifndef STALLING_FOLDER_H
#define STALLING_FOLDER_H

typedef struct stalling_folder stalling_folder;

/// The operations that get no answer: finding a file and reading its size, opening a file or folder,
/// reading a file, and closing a file.
enum { stalling_lookup = 1, stalling_open = 2, stalling_read = 4, stalling_close = 8 };

/// Mounts an empty folder at `path`. Returns NULL and sets errno if the system does not permit it.
stalling_folder *stalling_folder_mount(const char *path);

/// Adds a file whose given operations get no answer. The bytes are copied.
void stalling_folder_add(
  stalling_folder *folder, const char *name, const void *bytes, unsigned long count, int stalls);

/// Lets requests wait although their programs end, as those of many network file systems do.
void stalling_folder_ignore_ends(stalling_folder *folder);

/// Lets operations on the folder itself get no answer.
void stalling_folder_stall(stalling_folder *folder, int operations);

/// Waits until a request gets no answer. Returns the number of such requests; 0 after `seconds`.
int stalling_folder_wait(stalling_folder *folder, int seconds);

/// Whether a request for a file gets no answer.
int stalling_folder_holds(stalling_folder *folder, const char *name);

/// Answers all requests with an error, and lets later ones succeed.
void stalling_folder_release(stalling_folder *folder);

/// Unmounts the folder, and frees it.
void stalling_folder_unmount(stalling_folder *folder);

#endif
