// SPDX-License-Identifier: Apache-2.0
// For tests that call the program hundreds of times: preloaded, it stands before main() of
// `cardon`, loads the modules named on the command line, and calls main() once for each request
// that it reads. So a call takes a quarter of the processor time of a process, which has to load
// libraries. Command line: descriptors of requests and answers, modules. A request is a size and
// words that end with a zero byte: a folder, files for standard output and error, and the command
// line. The answer is the exit code. See many_runs.py.
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

namespace {

using Main = int (*)(int, char**, char**);
using Function = void (*)();
using StartMain = int (*)(Main, int, char**, Function, Function, Function, void*);

Main program = nullptr;

bool read_all(int from, char* to, std::size_t size) {
  while (size > 0) {
    const ssize_t got = read(from, to, size);
    if (got <= 0) return false;
    to += got;
    size -= std::size_t(got);
  }
  return true;
}

bool read_request(int from, std::string& words) {
  std::uint32_t size = 0;
  if (!read_all(from, reinterpret_cast<char*>(&size), sizeof size)) return false;
  words.resize(size);
  return read_all(from, words.data(), size);
}

void answer(int to, std::int32_t value) {
  if (write(to, &value, sizeof value) != sizeof value) _exit(1);
}

void flush() {
  std::cout.flush();
  std::cerr.flush();
  std::clog.flush();
  std::fflush(nullptr);
}

void redirect(int descriptor, const char* file) {
  const int opened = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (opened < 0 || dup2(opened, descriptor) < 0) _exit(1);
  close(opened);
}

int call(std::string& request, char** environment) {
  std::vector<char*> words;
  for (std::size_t at = 0; at < request.size(); at = request.find('\0', at) + 1)
    words.push_back(&request[at]);
  if (words.size() < 4 || chdir(words[0]) != 0) _exit(1);
  redirect(STDOUT_FILENO, words[1]);
  redirect(STDERR_FILENO, words[2]);
  const int count = int(words.size()) - 3;
  words.push_back(nullptr);
  const int code = program(count, words.data() + 3, environment);
  flush();
  return code;
}

int serve(int argc, char** argv, char** environment) {
  if (argc < 3) return 1;
  const int requests = std::atoi(argv[1]), answers = std::atoi(argv[2]);
  for (int n = 3; n < argc; ++n)
    if (dlopen(argv[n], RTLD_NOW | RTLD_LOCAL) == nullptr) return 1;
  // It can be started only once in a process.
  Kokkos::initialize();
  for (std::string words; read_request(requests, words);) answer(answers, call(words, environment));
  Kokkos::finalize();
  return 0;
}

}  // namespace

extern "C" int __libc_start_main(Main main, int argc, char** argv, Function init, Function fini,
                                 Function unload, void* stack) {
  const auto real = reinterpret_cast<StartMain>(dlsym(RTLD_NEXT, "__libc_start_main"));
  unsetenv("LD_PRELOAD");
  program = main;
  return real(serve, argc, argv, init, fini, unload, stack);
}
