// SPDX-License-Identifier: Apache-2.0
#include "cardon/text_file.hpp"

#include <cerrno>
#include <system_error>

#include "cardon/error.hpp"

namespace cardon {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& reason) {
  Problem problem;
  problem.slug = "output/write-failed";
  problem.message = "cannot write " + file.string() + ": " + reason;
  problem.help =
      "check the free space and the permissions there, or choose another folder with --out";
  throw Error(std::move(problem), exit_environment);
}

std::string reason_of(int number) { return std::generic_category().message(number); }

}  // namespace

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) fail(folder, error.message());
}

void move_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::error_code error;
  std::filesystem::rename(from, to, error);
  if (error) fail(to, error.message());
}

TextFile::TextFile(const std::filesystem::path& file) : path_(file) {
  if (file.has_parent_path()) make_folder(file.parent_path());
  file_.reset(std::fopen(file.c_str(), "wb"));
  if (!file_) fail(path_, reason_of(errno));
}

void TextFile::append(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size() ||
      std::fflush(file_.get()) != 0)
    fail(path_, reason_of(errno));
  bytes_ += text.size();
}

void replace_file(const std::filesystem::path& file, std::string_view content) {
  std::filesystem::path part = file;
  part += ".part";
  TextFile(part).append(content);
  move_file(part, file);
}

}  // namespace cardon
