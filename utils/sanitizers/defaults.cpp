// SPDX-License-Identifier: Apache-2.0
// What sanitizers shall pass over: memory that other libraries keep to their end. By the name of
// the library, so that nothing of Cardon can hide behind it.
extern "C" const char* __asan_default_options();
extern "C" const char* __lsan_default_options();
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __ubsan_default_options();

extern "C" const char* __asan_default_options() {
  return "detect_stack_use_after_return=1:strict_string_checks=1:check_initialization_order=1";
}

extern "C" const char* __ubsan_default_options() { return "print_stacktrace=1"; }

// Tests compare what is printed. Looking into the variables of threads, the leak sanitizer itself
// dies now and then where Open MPI has threads.
extern "C" const char* __lsan_default_options() { return "print_suppressions=0:use_tls=0"; }

// Open MPI with its plugins (mca_*) and what they use, fonts, and the list of libraries and the
// last message of the loader. Behind asprintf, which Cardon does not call, nobody can tell the
// caller.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libmpi.so\n"
         "leak:libopen-rte\n"
         "leak:libopen-pal\n"
         "leak:libpmix\n"
         "leak:mca_\n"
         "leak:libhwloc\n"
         "leak:libevent\n"
         "leak:vasprintf\n"
         "leak:add_to_global_resize\n"
         "leak:_dlerror_run\n"
         "leak:libfontconfig\n";
}

// Libraries stay: of one that was closed nobody could tell the name any more when leaks are looked
// for at the end.
extern "C" __attribute__((visibility("default"))) int dlclose(void*) { return 0; }
