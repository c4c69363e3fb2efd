#pragma once
#include <wayland-client-core.h>
