// SPDX-License-Identifier: Apache-2.0
#include "registry/trusted_folders.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cardon/kit/shell_quoted.hpp>
#include <cstdlib>
#include <fstream>

namespace cardon {
namespace {

namespace fs = std::filesystem;

fs::path config_folder() {
  const char* const config = std::getenv("XDG_CONFIG_HOME");
  if (config != nullptr && fs::path(config).is_absolute()) return config;
  const char* const home = std::getenv("HOME");
  return home != nullptr && fs::path(home).is_absolute() ? fs::path(home) / ".config" : fs::path();
}

[[noreturn]] void fail(const fs::path& file, int line, const std::string& text,
                       const std::string& why, const std::string& help) {
  throw Error(Problem{.slug = "registry/trust-file",
                      .message = fmt::format("the list of trusted thorn folders {}", why),
                      .where = {file.string(), line, 0, 0, text},
                      .help = help});
}

// What somebody else may write says nothing about whom the user trusts.
void check_owner(const fs::path& file) {
  struct stat facts {};
  if (stat(file.c_str(), &facts) != 0) return;
  const bool own = facts.st_uid == geteuid() || facts.st_uid == 0;
  if (own && (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0) return;
  fail(file, 0, "", own ? "can be written by others" : "is owned by another user",
       own ? "chmod go-w " + shell_quoted(file.string()) : "replace it with a file of your own");
}

}  // namespace

fs::path trust_file() {
  const fs::path folder = config_folder();
  return folder.empty() ? folder : folder / "cardon" / "trusted-thorns";
}

std::vector<fs::path> trusted_folders(const fs::path& file) {
  std::vector<fs::path> folders;
  std::error_code failed;
  if (file.empty() || !fs::is_regular_file(file, failed)) return folders;
  check_owner(file);
  std::ifstream stream(file);
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    line.erase(line.find_last_not_of(" \t\r") + 1);
    if (line.empty() || line[0] == '#') continue;
    if (!fs::path(line).is_absolute())
      fail(file, number, line, "has a line that is not an absolute path", "begin each line with /");
    const fs::path folder = fs::canonical(line, failed);
    if (!failed) folders.push_back(folder);
  }
  return folders;
}

bool is_within(const fs::path& folder, const std::vector<fs::path>& trusted) {
  return std::any_of(trusted.begin(), trusted.end(), [&](const fs::path& top) {
    return std::mismatch(top.begin(), top.end(), folder.begin(), folder.end()).first == top.end();
  });
}

Problem untrusted_folder(const fs::path& folder, const Location& where) {
  const fs::path file = trust_file();
  Problem problem{
      .slug = "registry/untrusted",
      .message = fmt::format("thorn folder {} is not trusted", folder.string()),
      .where = where,
      .notes = {"a thorn is a program: whoever loads it, even for a check, runs it"},
      .help = "if you trust its contents, give --thorn-path " + shell_quoted(folder.string())};
  if (!file.empty())
    problem.help += fmt::format(", or add this folder as a line to {}", file.string());
  return problem;
}

bool is_world_writable(const fs::path& path) {
  struct stat facts {};
  return stat(path.c_str(), &facts) == 0 && (facts.st_mode & S_IWOTH) != 0;
}

}  // namespace cardon
