// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace cardon {

/// The newest `max_bytes` bytes of a text file from the beginning of a line; empty where there is
/// none.
std::string end_of_file(const std::filesystem::path& file, std::size_t max_bytes);

/// What the page shows of the files of a run. All are read when they are asked for.
class RunFiles {
 public:
  explicit RunFiles(std::filesystem::path folder);

  const std::filesystem::path& folder() const { return folder_; }
  /// The newest lines of log.txt.
  std::string log() const;
  /// Warnings and errors in log.txt, each with its lines: {"slug", "text"}. A list.
  nlohmann::ordered_json warnings() const;
  /// The newest lines of a file of JSON lines, such as decisions.jsonl. A list.
  nlohmann::ordered_json records(std::string_view file) const;
  /// slices/*.png: a list of {"name": "phi.xy", "field": "phi", "plane": "xy", "pictures":
  /// [{"iteration", "file"}]}, in the order of names and iterations, at most the 500 newest of
  /// each.
  nlohmann::ordered_json slices() const;
  /// The bytes of a picture in slices/; none if there is no such regular file there.
  std::optional<std::string> slice(const std::string& file) const;
  /// By site, how many ranks: from provenance.json. An object; empty while there is none.
  nlohmann::ordered_json sites() const;

 private:
  std::filesystem::path folder_;
};

}  // namespace cardon
