// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cardon/kit/text_file.hpp>
#include <cardon/thorn/error.hpp>
#include <cerrno>
#include <system_error>

namespace cardon {
namespace {

std::string reason_of(int number) { return std::generic_category().message(number); }

// Of this call alone: others may be replacing the same file.
std::filesystem::path own_part_of(const std::filesystem::path& file) {
  static std::atomic<unsigned> calls{0};
  std::filesystem::path part = file;
  return part += fmt::format(".{}-{}.part", getpid(), ++calls);
}

bool lacks_its_folder(const std::filesystem::path& file) {
  std::error_code unknown;
  const std::filesystem::path folder = file.parent_path();
  return !folder.empty() && !std::filesystem::exists(folder, unknown) && !unknown;
}

}  // namespace

void fail_to_write(const std::filesystem::path& file, const std::string& reason) {
  Problem problem;
  problem.slug = "output/write-failed";
  problem.message = "cannot write " + file.string() + ": " + reason;
  problem.help =
      "check the free space and the permissions there, or choose another folder with --out";
  if (reason == reason_of(ENOENT) && lacks_its_folder(file)) {
    problem.notes = {"there is no folder " + file.parent_path().string() +
                     "; if a run was writing to it, it was moved or removed"};
    problem.help =
        "create it, or choose another folder with --out; leave the folder of a run in place until "
        "the run has ended";
  }
  throw Error(std::move(problem), exit_environment);
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) fail_to_write(folder, error.message());
}

void move_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::error_code error;
  std::filesystem::rename(from, to, error);
  if (error) fail_to_write(to, error.message());
}

TextFile::TextFile(const std::filesystem::path& file) : path_(file) {
  if (file.has_parent_path()) make_folder(file.parent_path());
  open(O_TRUNC);
}

void TextFile::open(int flags) {
  // At its end also if somebody has cut it meanwhile: else there would be NULs in between.
  const int descriptor =
      ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | flags, 0666);
  if (descriptor < 0) fail_to_write(path_, reason_of(errno));
  file_.reset(fdopen(descriptor, "ab"));
  if (!file_) fail_to_write(path_, reason_of(errno));
  std::setvbuf(file_.get(), nullptr, _IONBF, 0);
}

void TextFile::reopen() { open(0); }

void TextFile::append(std::string_view text) {
  const std::size_t written = std::fwrite(text.data(), 1, text.size(), file_.get());
  if (written != text.size()) {
    const int number = errno;
    // Half a line would spoil the file for later ones.
    struct stat status {};
    const bool cut =
        written == 0 || (fstat(fileno(file_.get()), &status) == 0 &&
                         ftruncate(fileno(file_.get()), status.st_size - off_t(written)) == 0);
    std::clearerr(file_.get());
    fail_to_write(path_, reason_of(number) + (cut ? "" : "; its last line is incomplete"));
  }
  bytes_ += text.size();
}

std::string TextFile::change() const {
  struct stat mine {
  }, named{};
  if (fstat(fileno(file_.get()), &mine) != 0) return reason_of(errno);
  if (stat(path_.c_str(), &named) != 0)
    return errno == ENOENT ? "it was removed" : reason_of(errno);
  if (mine.st_dev != named.st_dev || mine.st_ino != named.st_ino)
    return "another file has taken its place";
  if (std::size_t(mine.st_size) == bytes_) return "";
  return fmt::format("it has {} bytes, but {} were written", mine.st_size, bytes_);
}

void replace_file(const std::filesystem::path& file, std::string_view content) {
  const std::filesystem::path part = own_part_of(file);
  try {
    TextFile(part).append(content);
    move_file(part, file);
  } catch (const Error&) {
    std::error_code ignored;
    std::filesystem::remove(part, ignored);
    throw;
  }
}

}  // namespace cardon
