#pragma once
#include <curl/curl.h>
#include <stddef.h>
// Functions of libcurl that Swift cannot import: variadic functions and macros.

/// Prepares libcurl. Must be called once, before all other functions. Returns whether it succeeded.
int ccurl_prepare(void);

/// curl_easy_setopt() with a long, a 64-bit number, a string that libcurl copies, and a list that the caller keeps.
CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value);
CURLcode ccurl_set_offset(CURL *handle, CURLoption option, long long value);
CURLcode ccurl_set_string(CURL *handle, CURLoption option, const char *value);
CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value);

/// A function that receives `size` × `count` bytes and returns the number of bytes that it used. Another number than
/// all of them ends the transfer.
typedef size_t (*ccurl_receiver)(char *bytes, size_t size, size_t count, void *context);

/// Sets the receivers of header lines and of the body, and their context.
CURLcode ccurl_set_receivers(CURL *handle, ccurl_receiver header, ccurl_receiver body, void *context);

/// A function that returns whether a transfer may use a server at this numeric address and port.
typedef int (*ccurl_address_check)(const char *address, long port, void *context);

/// Lets `check` decide about each connection before it is made, and again before a request is sent, because a connection may be
/// used again (with libcurl 7.80). `context` is passed to it. The transfer fails with CURLE_COULDNT_CONNECT or
/// CURLE_ABORTED_BY_CALLBACK.
CURLcode ccurl_check_addresses(CURL *handle, ccurl_address_check check, void *context);

/// curl_easy_cleanup(), for a handle with or without a check of addresses.
void ccurl_free(CURL *handle);

/// Allows http: and https: only, for the first request and for redirects.
CURLcode ccurl_allow_only_http(CURL *handle);

/// Lets a canceled transfer end without its name lookup, where libcurl can (7.87).
void ccurl_detach_lookups(CURL *handle);

/// curl_easy_getinfo(). A number or a string that is not known is 0 or NULL. The string belongs to the handle.
long ccurl_get_long(CURL *handle, CURLINFO info);
const char *ccurl_get_string(CURL *handle, CURLINFO info);

/// Returns the next transfer that has ended, with its result; NULL if there is none.
CURL *ccurl_next_ended(CURLM *multi, CURLcode *result);

/// curl_multi_setopt() with a long.
CURLMcode ccurl_set_multi_long(CURLM *multi, CURLMoption option, long value);
