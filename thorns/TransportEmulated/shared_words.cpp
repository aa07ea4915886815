// SPDX-License-Identifier: Apache-2.0
#include "shared_words.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <random>

namespace cardon {
namespace {

constexpr std::size_t nobody = ~std::size_t{0};

std::string name_of_host() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

std::string new_name() {
  std::random_device random;
  return "/cardon-links-" + std::to_string(getpid()) + "-" + std::to_string(random()) + "-" +
         std::to_string(random());
}

/// A name in shared memory that goes with this object.
class Name {
 public:
  explicit Name(std::string text) : text_(std::move(text)) {}
  Name(const Name&) = delete;
  Name& operator=(const Name&) = delete;
  ~Name() {
    if (!text_.empty()) shm_unlink(text_.c_str());
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// Null and errno if it cannot.
std::shared_ptr<std::int64_t> map(const std::string& name, std::size_t words, int flags) {
  const int file = shm_open(name.c_str(), O_RDWR | flags, S_IRUSR | S_IWUSR);
  if (file < 0) return nullptr;
  const std::size_t bytes = words * sizeof(std::int64_t);
  void* memory = MAP_FAILED;
  // posix_fallocate reports a full memory now; a mere ftruncate would end the run by a signal
  // later.
  int problem = (flags & O_CREAT) == 0 ? 0 : posix_fallocate(file, 0, static_cast<off_t>(bytes));
  if (problem == 0) {
    memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) problem = errno;
  }
  close(file);
  errno = problem;
  if (memory == MAP_FAILED) return nullptr;
  return {static_cast<std::int64_t*>(memory), [bytes](void* mapped) { munmap(mapped, bytes); }};
}

/// Why this rank has no memory; the first character tells the kind, a blank that it has it.
std::string reason(const std::int64_t* memory, int rank, int error) {
  const std::string text = "rank " + std::to_string(rank) + " on " + name_of_host();
  if (memory != nullptr) return " " + text;
  if (rank > 0 && error == ENOENT) return "?" + text + " has no access to it";
  return "!" + text + ": " + std::strerror(error);
}

std::vector<std::string> say_to_all(Transport& transport, const std::string& text) {
  std::vector<std::string> all;
  for (const std::vector<std::byte>& said : transport.all_gather(std::as_bytes(std::span(text))))
    all.emplace_back(reinterpret_cast<const char*>(said.data()), said.size());
  return all;
}

std::size_t first_with(const std::vector<std::string>& said, char kind) {
  for (std::size_t rank = 0; rank < said.size(); ++rank)
    if (said[rank].starts_with(kind)) return rank;
  return nobody;
}

void check(const std::vector<std::string>& said, const Location& where) {
  Problem problem;
  problem.where = where;
  if (const std::size_t rank = first_with(said, '!'); rank != nobody) {
    problem.slug = "emulation/shared-memory";
    problem.message = "cannot allocate shared memory for the emulated links";
    problem.notes = {said[rank].substr(1)};
    problem.help = "free some space in /dev/shm";
    throw Error(problem, exit_environment).on_all_ranks();
  }
  if (const std::size_t rank = first_with(said, '?'); rank != nobody) {
    problem.slug = "emulation/several-hosts";
    problem.message = "links can be emulated on one host only";
    problem.notes = {"their messages are scheduled in shared memory of" + said[0],
                     said[rank].substr(1)};
    problem.help = "start all ranks on one host, or remove emulate to use the real links";
    throw Error(problem);
  }
}

}  // namespace

SharedWords::SharedWords(Transport& transport, std::size_t words, const Location& where)
    : size_(words) {
  const bool first = transport.rank() == 0;
  const Name name(first ? new_name() : "");
  if (first) memory_ = map(name.text(), words, O_CREAT | O_EXCL);
  int error = errno;
  const std::string common = say_to_all(transport, name.text()).front();
  if (!first) {
    memory_ = map(common, words, 0);
    error = errno;
  }
  check(say_to_all(transport, reason(memory_.get(), transport.rank(), error)), where);
}

}  // namespace cardon
