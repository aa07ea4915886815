// SPDX-License-Identifier: Apache-2.0
#include "base/bounded_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace cardon {
namespace {

using Clock = std::chrono::steady_clock;

class Descriptor {
 public:
  // Without waiting for the writer of a FIFO.
  explicit Descriptor(const std::string& path)
      : number_(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)) {}
  Descriptor(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

std::string system_reason(int number) { return std::generic_category().message(number); }

std::string too_large(std::size_t bytes) {
  return fmt::format("it has more than {} MB", bytes >> 20);
}

// A FIFO whose reader does not block is at its end as long as no process has opened it for writing;
// only poll() can tell that from a writer who has closed it.
class BoundedReader {
 public:
  BoundedReader(int file, const ReadLimits& limits) : file_(file), limits_(limits) {}

  FileText read_all() {
    while (!ended_ && content_.failure.empty()) step();
    if (!content_.failure.empty()) content_.text.clear();
    return std::move(content_);
  }

 private:
  void step() {
    pollfd look{file_, POLLIN, 0};
    const bool ready = ::poll(&look, 1, 100) > 0;
    const ssize_t count = ::read(file_, buffer_.data(), buffer_.size());
    if (count > 0)
      take(std::size_t(count));
    else if (count == 0 && ready)
      ended_ = true;
    else if (count == 0)
      wait(limits_.writer, "no process has opened it for writing");
    else if (errno == EAGAIN)
      wait(limits_.silence, "nothing was written to it");
    else if (errno != EINTR)
      content_.failure = system_reason(errno);
  }

  void take(std::size_t count) {
    content_.text.append(buffer_.data(), count);
    last_ = Clock::now();
    if (content_.text.size() > limits_.bytes) content_.failure = too_large(limits_.bytes);
  }

  void wait(std::chrono::milliseconds limit, const char* what) {
    if (Clock::now() - last_ < limit) return;
    content_.failure =
        fmt::format("{} within {:g} s", what, std::chrono::duration<double>(limit).count());
  }

  int file_;
  ReadLimits limits_;
  FileText content_;
  Clock::time_point last_ = Clock::now();
  std::array<char, 65536> buffer_;
  bool ended_ = false;
};

}  // namespace

FileText read_bounded_file(const std::string& path, const ReadLimits& limits) {
  const Descriptor file(path);
  struct stat facts;
  if (file.number() < 0 || ::fstat(file.number(), &facts) != 0) return {{}, system_reason(errno)};
  if (S_ISREG(facts.st_mode) && facts.st_size > 0 && std::size_t(facts.st_size) > limits.bytes)
    return {{}, too_large(limits.bytes)};
  return BoundedReader(file.number(), limits).read_all();
}

}  // namespace cardon
