// SPDX-License-Identifier: Apache-2.0
// What sanitizers shall pass over: memory that other libraries keep to their end. By the name of the library, so that
// nothing of Cardon can hide behind it.
extern "C" const char* __asan_default_options();
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __ubsan_default_options();

extern "C" const char* __asan_default_options() {
  return "detect_stack_use_after_return=1:strict_string_checks=1:check_initialization_order=1";
}

extern "C" const char* __ubsan_default_options() { return "print_stacktrace=1"; }

extern "C" const char* __lsan_default_suppressions() {
  return "leak:libopen-rte\n"
         "leak:libopen-pal\n"
         "leak:libmpi.so\n"
         "leak:libhwloc\n"
         "leak:libpmix\n"
         "leak:libevent\n"
         "leak:libdbus\n"
         "leak:libfontconfig\n";
}
