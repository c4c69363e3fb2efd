#pragma once
#include <exempi/xmp.h>
