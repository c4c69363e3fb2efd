// The process of the tests has fonts and a readdir() of its own.
#ifndef TEST_ENVIRONMENT_H
#define TEST_ENVIRONMENT_H

#include "StallingFolder.h"

/// Returns the path of the fontconfig file that all tests use.
const char *test_fonts_configuration(void);

#endif
