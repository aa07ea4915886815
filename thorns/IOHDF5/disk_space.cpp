// SPDX-License-Identifier: Apache-2.0
#include "disk_space.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cardon/kit/text_file.hpp>
#include <cerrno>
#include <system_error>

namespace cardon {
namespace {

std::string reason_of(int error) { return std::generic_category().message(error); }

// Returns errno, or 0. The limit on sizes of files does not hold for space behind the end of a
// file.
int allocate(int descriptor, std::size_t bytes) {
  rlimit limit{};
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && bytes > limit.rlim_cur) return EFBIG;
  while (::fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, off_t(bytes)) != 0)
    if (errno != EINTR) return errno;
  return 0;
}

int look_for_space(const std::filesystem::path& file, std::size_t bytes) {
  std::error_code unknown;
  const auto free = std::filesystem::space(file.parent_path(), unknown).available;
  return unknown || free >= bytes ? 0 : ENOSPC;
}

}  // namespace

ReservedSpace::ReservedSpace(const std::filesystem::path& file, std::size_t bytes) {
  std::filesystem::path path(file);
  path += ".reserve";
  descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  int error = descriptor_ < 0 ? errno : EINTR;
  if (descriptor_ >= 0) ::unlink(path.c_str());  // no name is left, however the run ends
  while (descriptor_ >= 0 && error == EINTR) error = posix_fallocate(descriptor_, 0, off_t(bytes));
  if (error == 0) return;
  if (descriptor_ >= 0) ::close(descriptor_);
  fail_to_write(file, reason_of(error));
}

ReservedSpace::~ReservedSpace() { ::close(descriptor_); }

void allocate_space(const std::filesystem::path& file, std::size_t bytes) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
  int error = descriptor < 0 ? errno : allocate(descriptor, bytes);
  if (descriptor >= 0) ::close(descriptor);
  if (error == EOPNOTSUPP || error == ENOSYS) error = look_for_space(file, bytes);
  if (error != 0) fail_to_write(file, reason_of(error));
}

void trim_space(const std::filesystem::path& file) {
  std::error_code ignored;
  const auto length = std::filesystem::file_size(file, ignored);
  if (!ignored) std::filesystem::resize_file(file, length, ignored);
}

}  // namespace cardon
