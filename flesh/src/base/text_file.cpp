// SPDX-License-Identifier: Apache-2.0
#include "cardon/text_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "cardon/error.hpp"

namespace cardon {
namespace {

std::string reason_of(int number) { return std::generic_category().message(number); }

}  // namespace

void fail_to_write(const std::filesystem::path& file, const std::string& reason) {
  Problem problem;
  problem.slug = "output/write-failed";
  problem.message = "cannot write " + file.string() + ": " + reason;
  problem.help =
      "check the free space and the permissions there, or choose another folder with --out";
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
  file_.reset(std::fopen(file.c_str(), "wb"));
  if (!file_) fail_to_write(path_, reason_of(errno));
  std::setvbuf(file_.get(), nullptr, _IONBF, 0);
}

void TextFile::append(std::string_view text) {
  const std::size_t written = std::fwrite(text.data(), 1, text.size(), file_.get());
  if (written != text.size()) {
    const int number = errno;
    // Half a line would spoil the file for later ones.
    const bool cut = written == 0 || (ftruncate(fileno(file_.get()), off_t(bytes_)) == 0 &&
                                      std::fseek(file_.get(), long(bytes_), SEEK_SET) == 0);
    std::clearerr(file_.get());
    fail_to_write(path_, reason_of(number) + (cut ? "" : "; its last line is incomplete"));
  }
  bytes_ += text.size();
}

void replace_file(const std::filesystem::path& file, std::string_view content) {
  std::filesystem::path part = file;
  part += ".part";
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
