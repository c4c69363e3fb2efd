#pragma once
// The system's epoll, which the module Glibc does not contain.
#include <sys/epoll.h>
