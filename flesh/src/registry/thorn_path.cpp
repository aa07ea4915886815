// SPDX-License-Identifier: Apache-2.0
#include "registry/thorn_path.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/install_tree.hpp"
#include "base/suggest.hpp"
#include "parameters/folder_of_text.hpp"
#include "registry/trusted_folders.hpp"

namespace cardon {

namespace {

namespace fs = std::filesystem;

constexpr const char *suffix = ".so", *lazy_suffix = ".lazy";

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

void add_once(std::vector<fs::path>& list, const fs::path& folder) {
  if (is_folder(folder) && std::find(list.begin(), list.end(), folder) == list.end())
    list.push_back(folder);
}

// The thorns in one folder and, one level down, in the folders of arrangements.
void list_folder(const fs::path& folder, bool service, bool descend,
                 std::vector<ThornFile>& found) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    const fs::path& file = entry.path();
    if (descend && entry.is_directory(ignored)) list_folder(file, service, false, found);
    const std::string name = file.stem().string();
    const bool capital = !name.empty() && name[0] >= 'A' && name[0] <= 'Z';
    const bool lazy = fs::path(name).extension() == lazy_suffix;
    if (file.extension() == suffix && capital && !lazy) found.push_back({name, file, service});
  }
}

std::optional<ThornFile> find_in(const std::vector<fs::path>& folders, std::string_view name,
                                 bool service) {
  const fs::path relative = std::string(name) + suffix;
  for (const fs::path& folder : folders) {
    std::error_code ignored;
    if (fs::is_regular_file(folder / relative, ignored))
      return ThornFile{relative.stem(), folder / relative, service};
  }
  return std::nullopt;
}

fs::path folder_of(const Node& entry) {
  const fs::path given(entry.text);
  return folder_of_text(entry.where) / given;
}

bool is_word(std::string_view text) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const auto fits = [&](char c) { return letter(c) || (c >= '0' && c <= '9'); };
  return !text.empty() && letter(text[0]) && std::all_of(text.begin(), text.end(), fits);
}

// A name is not a path: ../WaveToy would leave the folders that are searched.
void refuse_other_than_names(std::string_view name, const Location& where) {
  const std::size_t slash = name.find('/');
  const bool arrangement = slash == name.npos || is_word(name.substr(0, slash));
  if (arrangement && is_word(name.substr(slash + 1))) return;  // npos + 1 is 0
  throw Error(Problem{
      .slug = "registry/thorn-name",
      .message = fmt::format("\"{}\" is not the name of a thorn", name),
      .where = where,
      .help = "write Thorn or Arrangement/Thorn; folders belong in thorn_path: or --thorn-path"});
}

// "" if thorns can be looked for in it.
std::string why_not(const fs::path& folder) {
  if (!is_folder(folder)) return "does not exist";
  std::error_code error;
  fs::directory_iterator(folder, error);
  return error ? "cannot be read: " + error.message() : "";
}

Problem no_folder(const fs::path& folder, const std::string& why, const Location& where) {
  return {.slug = "registry/no-folder",
          .message = fmt::format("thorn folder {} {}", folder.string(), why),
          .where = where,
          .help = where.known() ? "paths are relative to the folder of the parameter file"
                                : "give --thorn-path a folder that holds thorns (Name.so), or a "
                                  "build folder of thorns"};
}

// Where Cardon itself has its thorns: libcardon.so lies beside cardon/; a program that holds the
// flesh itself lies in bin/.
std::vector<fs::path> own_libraries() {
  const fs::path here = library_folder();
  if (here.empty()) return {};
  return {here / "cardon", here.parent_path() / "lib" / "cardon"};
}

// Folders from which a parameter file may take thorns.
std::vector<fs::path> trusted_by(const std::vector<std::string>& from_command_line,
                                 const std::vector<Node>& from_file) {
  if (from_file.empty()) return {};
  std::vector<fs::path> trusted = trusted_folders(trust_file());
  std::error_code failed;
  for (const std::string& folder : from_command_line)
    trusted.push_back(fs::canonical(folder, failed));
  for (const fs::path& folder : own_libraries()) trusted.push_back(fs::canonical(folder, failed));
  std::erase(trusted, fs::path());
  return trusted;
}

}  // namespace

ThornPath::ThornPath(const std::vector<std::string>& from_command_line,
                     const std::vector<Node>& from_file) {
  std::vector<Problem> problems;
  const auto add = [&](const fs::path& folder, const Location& where) {
    const std::string why = why_not(folder);
    why.empty() ? add_user_folder(folder) : problems.push_back(no_folder(folder, why, where));
  };
  for (const std::string& folder : from_command_line) add(folder, {});
  const std::vector<fs::path> trusted = trusted_by(from_command_line, from_file);
  for (const Node& entry : from_file) {
    const fs::path folder = folder_of(entry);
    if (why_not(folder).empty() && !is_within(fs::canonical(folder), trusted))
      problems.push_back(untrusted_folder(fs::canonical(folder), entry.where));
    else
      add(folder, entry.where);
  }
  refuse_what_anybody_writes(problems);
  if (!problems.empty()) throw Error(std::move(problems));
  add_own_folders();
}

ThornPath ThornPath::only(std::vector<fs::path> thorns, std::vector<fs::path> services) {
  ThornPath path;
  path.thorns_ = std::move(thorns);
  path.services_ = std::move(services);
  return path;
}

void ThornPath::add_user_folder(const fs::path& folder) {
  const fs::path absolute = fs::canonical(folder);
  add_once(thorns_, absolute);
  for (const fs::path& below : {absolute / "lib" / "cardon", absolute / "cardon", absolute}) {
    add_once(thorns_, below / "thorns");
    add_once(services_, below / "services");
  }
}

// Before the own folders are added: those are as safe as the program is.
void ThornPath::refuse_what_anybody_writes(std::vector<Problem>& problems) const {
  std::vector<fs::path> paths = thorns_;
  paths.insert(paths.end(), services_.begin(), services_.end());
  for (const ThornFile& thorn : available()) {
    paths.push_back(thorn.file);
    paths.push_back(lazy_module(thorn.file));
  }
  for (const fs::path& path : paths)
    if (is_world_writable(path))
      problems.push_back(
          {.slug = "registry/untrusted",
           .message = fmt::format("{} is writable by every user of this computer", path.string()),
           .notes = {"a thorn is a program: whoever loads it, even for a check, runs it"},
           .help = "if you trust its contents, run chmod o-w on it"});
}

void ThornPath::add_own_folders() {
  for (const fs::path& library : own_libraries()) {
    add_once(thorns_, library / "thorns");
    add_once(services_, library / "services");
  }
}

std::optional<ThornFile> ThornPath::find(std::string_view name) const {
  if (name.empty()) return std::nullopt;
  if (auto thorn = find_in(thorns_, name, false)) return thorn;
  if (auto thorn = find_in(services_, name, true)) return thorn;
  const std::string last = fs::path(name).filename().string();
  for (ThornFile& thorn : available())
    if (thorn.name == last) return std::move(thorn);
  return std::nullopt;
}

ThornFile ThornPath::require(std::string_view name, const Location& where) const {
  refuse_other_than_names(name, where);
  if (auto thorn = find(name)) return *thorn;
  std::vector<std::string> names;
  for (const ThornFile& thorn : available()) names.push_back(thorn.name);
  const std::string last = fs::path(name).filename().string();
  Problem problem{.slug = "registry/thorn-not-found",
                  .message = fmt::format("there is no thorn {}", name)};
  problem.where = where;
  problem.hint = did_you_mean(last, names);
  for (const fs::path& folder : thorns_) problem.notes.push_back("searched " + folder.string());
  for (const fs::path& folder : services_) problem.notes.push_back("searched " + folder.string());
  problem.help =
      "cardon list thorns; add folders with --thorn-path FOLDER or thorn_path: in the parameter "
      "file";
  throw Error(std::move(problem));
}

std::vector<ThornFile> ThornPath::available() const {
  std::vector<ThornFile> found;
  for (const fs::path& folder : thorns_) list_folder(folder, false, true, found);
  for (const fs::path& folder : services_) list_folder(folder, true, false, found);
  // The first folder wins, as in find().
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.name < b.name; });
  const auto same = [](const auto& a, const auto& b) { return a.name == b.name; };
  found.erase(std::unique(found.begin(), found.end(), same), found.end());
  return found;
}

}  // namespace cardon
