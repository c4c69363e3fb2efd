#include "TestEnvironment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *test_fonts_configuration(void) {
  static char path[4096];
  const char *end = strrchr(__FILE__, '/');
  snprintf(path, sizeof path, "%.*s/fonts.conf", end ? (int)(end - __FILE__) : 1, end ? __FILE__ : ".");
  return path;
}

// A constructor runs before the first use of fontconfig, also with `--filter`. Programs that tests start inherit
// the variable.
__attribute__((constructor)) static void use_test_fonts(void) {
  setenv("FONTCONFIG_FILE", test_fonts_configuration(), 1);
}
