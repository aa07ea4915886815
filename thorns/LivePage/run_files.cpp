// SPDX-License-Identifier: Apache-2.0
#include "run_files.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <system_error>
#include <utility>

namespace cardon {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t longest_text = 64 << 10;
constexpr std::size_t max_pictures = 500;  // of one series
constexpr std::size_t time_stamp = 21;     // "2026-11-25 02:54:28  " of a line of log.txt
constexpr std::size_t largest_picture = 16 << 20;

struct PictureName {
  std::string series, field, plane;
  long iteration = 0;
};

// "phi.xy.it000400.png", and "phi.xy-2.it000400.png" of another entry.
std::optional<PictureName> picture_name(const std::string& file) {
  static const std::regex form(R"(((.{1,100})\.([^.]{1,20}))\.it(\d{1,18})\.png)");
  std::smatch match;
  if (file.size() > 200 || !std::regex_match(file, match, form)) return {};
  return PictureName{match[1], match[2], match[3], std::stol(match[4])};
}

std::string without_stamp(const std::string& line) {
  return line.size() >= time_stamp ? line.substr(time_stamp) : "";
}

std::string slug_of(const std::string& line) {
  const std::size_t open = line.rfind('['), close = line.rfind(']');
  return open != std::string::npos && close != std::string::npos && open < close
             ? line.substr(open + 1, close - open - 1)
             : "";
}

bool begins_problem(const std::string& line) {
  return line.starts_with("warning:") || line.starts_with("error:");
}

}  // namespace

std::string end_of_file(const fs::path& file, std::size_t max_bytes) {
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  if (!in) return "";
  const auto size = std::size_t(in.tellg());
  const std::size_t start = size > max_bytes ? size - max_bytes : 0;
  in.seekg(std::streamoff(start));
  std::string text(size - start, '\0');
  in.read(text.data(), std::streamsize(text.size()));
  text.resize(std::size_t(in.gcount()));
  if (start > 0) text.erase(0, std::min(text.find('\n'), text.size() - 1) + 1);
  return text;
}

RunFiles::RunFiles(fs::path folder) : folder_(std::move(folder)) {}

std::string RunFiles::log() const { return end_of_file(folder_ / "log.txt", longest_text); }

// Indented lines belong to the problem above them.
Json RunFiles::warnings() const {
  Json found = Json::array();
  std::istringstream lines(log());
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    const std::string text = without_stamp(line);
    if (begins_problem(text)) {
      found.push_back({{"slug", slug_of(text)}, {"text", text}});
      inside = true;
    } else if (inside && !text.empty() && (text[0] == ' ' || std::isdigit(text[0]) != 0)) {
      found.back()["text"] = found.back()["text"].get<std::string>() + "\n" + text;
    } else {
      inside = false;
    }
  }
  return found;
}

Json RunFiles::records(std::string_view file) const {
  Json all = Json::array();
  std::istringstream lines(end_of_file(folder_ / file, 4 * longest_text));
  for (std::string line; std::getline(lines, line);)
    if (Json one = Json::parse(line, nullptr, false); one.is_object())
      all.push_back(std::move(one));
  return all;
}

Json RunFiles::slices() const {
  std::map<std::string, std::map<long, std::string>> series;
  std::map<std::string, PictureName> names;
  std::error_code code;
  for (const auto& entry : fs::directory_iterator(folder_ / "slices", code)) {
    const std::string file = entry.path().filename().string();
    const auto name = picture_name(file);
    if (!name) continue;
    auto& pictures = series[name->series];
    pictures[name->iteration] = file;
    if (pictures.size() > max_pictures) pictures.erase(pictures.begin());
    names[name->series] = *name;
  }
  Json all = Json::array();
  for (const auto& [key, files] : series) {
    Json pictures = Json::array();
    for (const auto& [iteration, file] : files)
      pictures.push_back({{"iteration", iteration}, {"file", file}});
    const PictureName& name = names.at(key);
    all.push_back({{"name", key},
                   {"field", name.field},
                   {"plane", name.plane},
                   {"pictures", std::move(pictures)}});
  }
  return all;
}

// Nothing but what slices() lists: no path, no link out of the folder.
std::optional<std::string> RunFiles::slice(const std::string& file) const {
  const fs::path path = folder_ / "slices" / file;
  std::error_code code;
  if (!picture_name(file) || file.find('/') != std::string::npos ||
      fs::symlink_status(path, code).type() != fs::file_type::regular ||
      fs::file_size(path, code) > largest_picture || code)
    return {};
  std::ifstream in(path, std::ios::binary);
  if (!in) return {};
  return std::string{std::istreambuf_iterator<char>(in), {}};
}

Json RunFiles::sites() const {
  std::ifstream in(folder_ / "provenance.json");
  const Json all = Json::parse(in, nullptr, false);
  if (!all.is_object() || !all.contains("machine") || !all["machine"].contains("sites"))
    return Json::object();
  return all["machine"]["sites"];
}

}  // namespace cardon
