#define _GNU_SOURCE
#include "csystem.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int csystem_send_message(
  int socket, const void *bytes, unsigned long count, const int *descriptors, int descriptor_count, int flags) {
  if (descriptor_count < 0 || descriptor_count > csystem_most_descriptors) {
    errno = EINVAL;
    return -1;
  }
  struct iovec part = {(void *)bytes, count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int) * csystem_most_descriptors)];
  } control;
  if (descriptor_count > 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * descriptor_count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * descriptor_count);
    memcpy(CMSG_DATA(header), descriptors, sizeof(int) * descriptor_count);
  }
  ssize_t sent;
  do sent = sendmsg(socket, &message, flags | MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent < 0 ? -1 : 0;
}

long csystem_receive_message(
  int socket, void *bytes, unsigned long capacity, int *descriptors, int descriptor_count, int flags) {
  struct iovec part = {bytes, capacity};
  // There is space for more descriptors than expected, so that surplus descriptors are received and closed.
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int) * 8)];
  } control;
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptor_count > 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
  }
  for (int index = 0; index < descriptor_count; index++) descriptors[index] = -1;
  ssize_t received;
  do received = recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  if (received < 0) return -1;
  int surplus = message.msg_flags & (MSG_TRUNC | MSG_CTRUNC);
  int filled = 0;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < count; index++) {
      int file;
      memcpy(&file, CMSG_DATA(header) + index * sizeof(int), sizeof file);
      if (filled < descriptor_count) {
        descriptors[filled++] = file;
      } else {
        close(file);
        surplus = 1;
      }
    }
  }
  if (surplus) {
    for (int index = 0; index < filled; index++) {
      close(descriptors[index]);
      descriptors[index] = -1;
    }
    errno = EPROTO;
    return -1;
  }
  return received;
}

int csystem_accept(int socket) {
  return accept4(socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}
