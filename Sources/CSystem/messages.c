#define _GNU_SOURCE
#include "csystem.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int csystem_send_message(int socket, const void *bytes, unsigned long count, int descriptor, int flags) {
  struct iovec part = {(void *)bytes, count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  if (descriptor >= 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  ssize_t sent;
  do sent = sendmsg(socket, &message, flags | MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent < 0 ? -1 : 0;
}

long csystem_receive_message(int socket, void *bytes, unsigned long capacity, int *descriptor, int flags) {
  struct iovec part = {bytes, capacity};
  // Space for more than one descriptor, so that surplus ones are seen and closed.
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int) * 8)];
  } control;
  struct msghdr message = {
    .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  *descriptor = -1;
  ssize_t received;
  do received = recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  if (received < 0) return -1;
  int surplus = message.msg_flags & (MSG_TRUNC | MSG_CTRUNC);
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < count; index++) {
      int file;
      memcpy(&file, CMSG_DATA(header) + index * sizeof(int), sizeof file);
      if (*descriptor < 0) {
        *descriptor = file;
      } else {
        close(file);
        surplus = 1;
      }
    }
  }
  if (surplus) {
    if (*descriptor >= 0) close(*descriptor);
    *descriptor = -1;
    errno = EPROTO;
    return -1;
  }
  return received;
}

static const int final_seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL;

int csystem_seal(int fd) { return fcntl(fd, F_ADD_SEALS, final_seals); }

int csystem_is_sealed(int fd) {
  int seals = fcntl(fd, F_GET_SEALS);
  return seals >= 0 && (seals & final_seals) == final_seals;
}
