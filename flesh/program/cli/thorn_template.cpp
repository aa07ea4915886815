// SPDX-License-Identifier: Apache-2.0
#include "thorn_template.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/text_file.hpp>
#include <cardon/thorn/error.hpp>
#include <cctype>

#include "base/install_tree.hpp"
#include "base/printable.hpp"
#include "files/regular_file.hpp"
#include "registry/thorn_path.hpp"

namespace cardon::cli {
namespace {

namespace fs = std::filesystem;

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_capital(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }

bool is_thorn_name(const std::string& name) {
  return !name.empty() && is_capital(name[0]) && std::all_of(name.begin(), name.end(), [](char c) {
    return is_letter(c) || c == '_' || (c >= '0' && c <= '9');
  });
}

[[noreturn]] void refuse(const std::string& message, const std::string& help) {
  throw Error(Problem{.slug = "cli/new-thorn", .message = message, .help = help});
}

void check(const NewThorn& thorn, const std::string& name) {
  if (!is_thorn_name(name))
    refuse(fmt::format("'{}' is not a name of a thorn", printable(name)),
           "use a capital letter, then letters, digits and _, as in cardon new-thorn Wave/MyWave");
  std::error_code failed;
  if (fs::exists(thorn.folder, failed) && !fs::is_empty(thorn.folder, failed))
    refuse(fmt::format("{} exists already", printable(thorn.folder.string())),
           "choose another name, or remove what is there");
  if (const auto other = ThornPath(thorn.thorn_path).find(name))
    refuse(fmt::format("there is a thorn {} already: {}", name, printable(other->file.string())),
           "choose another name: a thorn of the same name would hide it");
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

std::string with_name(std::string text, const std::string& name) {
  replace_all(text, "TemplateThorn", name);
  replace_all(text, "template_thorn", file_stem(name));
  return text;
}

fs::path template_folder(const std::string& kind) {
  const fs::path folder = share_folder() / "templates" / kind;
  std::error_code failed;
  if (fs::is_directory(folder, failed)) return folder;
  throw Error(Problem{.slug = "cli/new-thorn",
                      .message = "the thorn templates of this installation are missing",
                      .notes = {fmt::format("expected in {}", printable(folder.string()))},
                      .help = "install Cardon again"},
              exit_environment);
}

}  // namespace

std::string file_stem(const std::string& thorn) {
  std::string stem;
  for (std::size_t n = 0; n < thorn.size(); ++n) {
    const bool after_small = n > 0 && !is_capital(thorn[n - 1]) && thorn[n - 1] != '_';
    if (is_capital(thorn[n]) && after_small) stem += '_';
    stem += char(std::tolower(static_cast<unsigned char>(thorn[n])));
  }
  return stem;
}

std::vector<std::string> write_thorn(const NewThorn& thorn) {
  const fs::path plain = thorn.folder.lexically_normal();
  const std::string name = (plain.has_filename() ? plain : plain.parent_path()).filename().string();
  check(thorn, name);
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(template_folder(thorn.kind))) {
    const RegularText text = read_regular_file(entry.path());
    files.push_back(with_name(entry.path().filename().string(), name));
    replace_file(thorn.folder / files.back(), with_name(text.text, name));
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace cardon::cli
