// SPDX-License-Identifier: Apache-2.0
#include "checkpoint/checkpoint_sight.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "checkpoint/checkpoint_folder.hpp"
#include "files/regular_file.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

void add_sizes(const fs::path& folder, FileSizes& sizes) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    const std::uintmax_t bytes = entry.file_size(ignored);
    if (!ignored) sizes.emplace(entry.path().filename().string(), bytes);
  }
}

/// Whether a file lies on a storage of which nothing is here, while something of another is.
bool is_elsewhere(const StoredFile& file, const FileSizes& here,
                  const std::vector<StoredFile>& files) {
  const auto is_here = [&](const StoredFile& f) { return here.contains(f.name); };
  return std::any_of(files.begin(), files.end(), is_here) &&
         std::none_of(files.begin(), files.end(),
                      [&](const StoredFile& f) { return f.storage == file.storage && is_here(f); });
}

json file_json(const StoredFile& f) {
  return {f.name, f.site, f.bytes, f.checksum, f.host, f.storage};
}

}  // namespace

FileSizes sizes_in(const fs::path& checkpoint) {
  FileSizes sizes;
  add_sizes(checkpoint, sizes);
  add_sizes(checkpoint.string() + part_ending, sizes);
  return sizes;
}

SeenCheckpoint see_checkpoint(const fs::path& checkpoint) {
  SeenCheckpoint seen;
  seen.name = seen.folder = checkpoint.filename().string();
  seen.sizes = sizes_in(checkpoint);
  std::error_code ignored;
  if (!fs::exists(checkpoint, ignored)) seen.folder += part_ending;
  const RegularText manifest = read_regular_file(checkpoint / manifest_name);
  seen.has_manifest = !manifest.missing;
  seen.unreadable = seen.has_manifest && !manifest.failure.empty();
  if (!manifest.failure.empty()) {
    seen.damage =
        seen.unreadable ? cannot_read(manifest_name, manifest.failure) : "it was never finished";
    return seen;
  }
  try {
    seen.files = checkpoint_manifest(manifest.text).files;
    seen.seal = seal_of(manifest.text, manifest_name);
  } catch (const CheckpointDamage& damage) {
    seen.damage = damage.what;
  }
  return seen;
}

std::vector<SeenCheckpoint> see_checkpoints(const fs::path& checkpoints) {
  std::map<long, fs::path, std::greater<>> paths;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(checkpoints, ignored)) {
    fs::path path = entry.path();
    const auto iteration = checkpoint_iteration(path);
    if (!iteration || !entry.is_directory(ignored)) continue;
    if (path.extension() == part_ending) path.replace_extension();
    paths.emplace(*iteration, path);
  }
  std::vector<SeenCheckpoint> seen;
  for (const auto& [iteration, path] : paths) seen.push_back(see_checkpoint(path));
  return seen;
}

std::string to_text(const std::vector<SeenCheckpoint>& seen) {
  json list = json::array();
  for (const SeenCheckpoint& s : seen) {
    json files = json::array();
    for (const StoredFile& f : s.files) files.push_back(file_json(f));
    list.push_back(
        {s.name, s.folder, s.seal, s.damage, s.has_manifest, files, s.sizes, s.unreadable});
  }
  // Names of files are the user's: what is not UTF-8 must not end the run.
  return list.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::vector<SeenCheckpoint> seen_checkpoints(const std::string& text) {
  std::vector<SeenCheckpoint> seen;
  for (const json& s : json::parse(text)) {
    seen.push_back(
        {s.at(0), s.at(1), s.at(2), s.at(3), s.at(4), {}, s.at(6).get<FileSizes>(), s.at(7)});
    for (const json& f : s.at(5))
      seen.back().files.push_back({f.at(0), f.at(1), f.at(2), f.at(3), f.at(4), f.at(5)});
  }
  return seen;
}

std::string damage_of(const std::vector<FileSizes>& storages, const std::vector<StoredFile>& files,
                      bool alone) {
  for (const StoredFile& file : files) {
    std::string wrong;
    bool good = false;
    for (const FileSizes& here : storages) {
      const auto found = here.find(file.name);
      if (found == here.end()) continue;
      good = good || found->second == file.bytes;
      wrong = fmt::format("{} has {} bytes instead of {}", file.name, found->second, file.bytes);
    }
    if (good || (wrong.empty() && alone && is_elsewhere(file, storages.front(), files))) continue;
    if (!wrong.empty()) return wrong;
    if (file.storage.empty()) return file.name + " is missing";
    return fmt::format(
        "{} is missing, which site {} wrote on its own storage (host {}); start ranks that see it, "
        "or bring the files together with cardon gather",
        file.name, file.site, file.host);
  }
  return "";
}

}  // namespace cardon
