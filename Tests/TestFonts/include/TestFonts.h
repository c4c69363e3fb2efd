#ifndef TEST_FONTS_H
#define TEST_FONTS_H

/// Returns the path of the fontconfig file that all tests use.
const char *test_fonts_configuration(void);

#endif
