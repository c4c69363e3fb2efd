#include "ccurl.h"
#include <netdb.h>
#include <stdlib.h>
#include <sys/socket.h>

int ccurl_prepare(void) { return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK; }

CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) { return curl_easy_setopt(handle, option, value); }

CURLcode ccurl_set_offset(CURL *handle, CURLoption option, long long value) {
  return curl_easy_setopt(handle, option, (curl_off_t)value);
}

CURLcode ccurl_set_string(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}

CURLcode ccurl_set_receivers(CURL *handle, ccurl_receiver header, ccurl_receiver body, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, header);
  if (!code) code = curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
  if (!code) code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
  if (!code) code = curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
  return code;
}

// The check and its context are stored in the handle.
typedef struct {
  ccurl_address_check check;
  void *context;
} address_check;

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  const address_check *check = context;
  char host[64], port[16];
  (void)purpose;
  if (
    getnameinfo(
      &address->addr, address->addrlen, host, sizeof host, port, sizeof port, NI_NUMERICHOST | NI_NUMERICSERV)
    || !check->check(host, atol(port), check->context))
    return CURL_SOCKET_BAD;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

#if LIBCURL_VERSION_NUM >= 0x075000
static int before_request(void *context, char *address, char *own_address, int port, int own_port) {
  const address_check *check = context;
  (void)own_address, (void)own_port;
  return check->check(address, port, check->context) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}
#endif

CURLcode ccurl_check_addresses(CURL *handle, ccurl_address_check check, void *context) {
  address_check *stored = malloc(sizeof *stored);
  if (!stored) return CURLE_OUT_OF_MEMORY;
  *stored = (address_check){check, context};
  CURLcode code = curl_easy_setopt(handle, CURLOPT_PRIVATE, stored);
  if (!code) code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, stored);
  if (!code) code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_socket);
#if LIBCURL_VERSION_NUM >= 0x075000
  if (!code) code = curl_easy_setopt(handle, CURLOPT_PREREQDATA, stored);
  if (!code) code = curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, before_request);
#endif
  return code;
}

void ccurl_free(CURL *handle) {
  void *stored = NULL;
  if (curl_easy_getinfo(handle, CURLINFO_PRIVATE, &stored)) stored = NULL;
  curl_easy_cleanup(handle);
  free(stored);
}

CURLcode ccurl_allow_only_http(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
  CURLcode code = curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  return code ? code : curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
#else
  CURLcode code = curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  return code ? code : curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

void ccurl_detach_lookups(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
  curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
  (void)handle;
#endif
}

long ccurl_get_long(CURL *handle, CURLINFO info) {
  long value = 0;
  return curl_easy_getinfo(handle, info, &value) ? 0 : value;
}

const char *ccurl_get_string(CURL *handle, CURLINFO info) {
  char *value = NULL;
  return curl_easy_getinfo(handle, info, &value) ? NULL : value;
}

CURL *ccurl_next_ended(CURLM *multi, CURLcode *result) {
  CURLMsg *message;
  int rest;
  while ((message = curl_multi_info_read(multi, &rest))) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}

CURLMcode ccurl_set_multi_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}
