// SPDX-License-Identifier: Apache-2.0
#include "files/regular_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace cardon {
namespace {

std::string words(int number) { return std::generic_category().message(number); }

std::string refused(const struct stat& found, std::uintmax_t max_bytes) {
  if (S_ISFIFO(found.st_mode)) return "it is a pipe, not a file";
  if (S_ISDIR(found.st_mode)) return "it is a folder, not a file";
  if (S_ISSOCK(found.st_mode)) return "it is a socket, not a file";
  if (!S_ISREG(found.st_mode)) return "it is a device, not a file";
  if (std::uintmax_t(found.st_size) <= max_bytes) return "";
  return fmt::format("it has {} bytes, and at most {} are read", found.st_size, max_bytes);
}

class OpenFile {
 public:
  // A pipe that nobody writes to is opened at once, and then refused.
  explicit OpenFile(const std::filesystem::path& file)
      : number_(open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)) {}
  ~OpenFile() {
    if (number_ >= 0) close(number_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  operator int() const { return number_; }

 private:
  int number_;
};

/// By its name: opening a device may already do something.
std::string look(const std::filesystem::path& file, std::uintmax_t max_bytes, bool& missing) {
  struct stat found {};
  if (stat(file.c_str(), &found) == 0) return refused(found, max_bytes);
  missing = errno == ENOENT || errno == ENOTDIR;
  return words(errno);
}

/// By what was opened: somebody may have replaced it since.
std::string read_all(int from, std::uintmax_t max_bytes, std::string& text) {
  struct stat found {};
  if (fstat(from, &found) != 0) return words(errno);
  if (const std::string why = refused(found, max_bytes); !why.empty()) return why;
  text.resize(std::size_t(found.st_size));
  std::size_t at = 0;
  while (at < text.size()) {
    const ssize_t read = ::read(from, text.data() + at, text.size() - at);
    if (read < 0 && errno == EINTR) continue;
    if (read < 0) return words(errno);
    if (read == 0) break;  // it was cut while it was read
    at += std::size_t(read);
  }
  text.resize(at);
  return "";
}

}  // namespace

std::string cannot_read(const std::string& name, const std::string& why) {
  return name + " cannot be read: " + why;
}

RegularText read_regular_file(const std::filesystem::path& file, std::uintmax_t max_bytes) {
  RegularText result;
  result.failure = look(file, max_bytes, result.missing);
  if (!result.failure.empty()) return result;
  const OpenFile from(file);
  result.missing = from < 0 && errno == ENOENT;
  result.failure = from < 0 ? words(errno) : read_all(from, max_bytes, result.text);
  if (!result.failure.empty()) result.text.clear();
  return result;
}

std::string why_not_read(const std::filesystem::path& file, std::uintmax_t max_bytes) {
  bool missing = false;
  const std::string why = look(file, max_bytes, missing);
  if (missing) return "";
  return why.empty() && access(file.c_str(), R_OK) != 0 ? words(errno) : why;
}

std::ifstream open_regular_file(const std::filesystem::path& file, std::uintmax_t max_bytes) {
  bool missing = false;
  if (look(file, max_bytes, missing).empty()) return std::ifstream(file, std::ios::binary);
  std::ifstream none;
  none.setstate(std::ios::failbit);
  return none;
}

}  // namespace cardon
