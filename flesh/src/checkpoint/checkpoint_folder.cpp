// SPDX-License-Identifier: Apache-2.0
#include "checkpoint/checkpoint_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>

#include "cardon/output_names.hpp"
#include "checkpoint/durable_file.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;

constexpr const char* part_ending = ".part";

/// Of it000200 and it000200.part; nothing for other names.
std::optional<long> iteration_of(const fs::path& path) {
  const std::string name = path.filename().string();
  std::string_view digits = name;
  if (!digits.starts_with("it")) return {};
  digits.remove_prefix(2);
  if (digits.ends_with(part_ending)) digits.remove_suffix(std::string_view(part_ending).size());
  long number = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (failure != std::errc() || end != digits.data() + digits.size()) return {};
  return number;
}

bool is_later(const fs::path& a, const fs::path& b) { return iteration_of(a) > iteration_of(b); }

void give_name(const fs::path& from, const fs::path& to) {
  std::error_code code;
  fs::rename(from, to, code);
  if (code) fail_checkpoint("cannot rename " + from.string(), code.message());
}

// For people and scripts; restarts do not need it, so a file system without links does no harm.
void point_latest_to(const fs::path& checkpoint) {
  std::error_code ignored;
  const fs::path link = checkpoint.parent_path() / "latest", fresh = link.string() + part_ending;
  fs::remove(fresh, ignored);
  fs::create_directory_symlink(checkpoint.filename(), fresh, ignored);
  if (!ignored) fs::rename(fresh, link, ignored);
}

}  // namespace

fs::path part_folder(const fs::path& checkpoints, long iteration) {
  return checkpoints / (iteration_text(iteration) + part_ending);
}

void commit_checkpoint(const fs::path& checkpoints, const CheckpointManifest& manifest, int keep) {
  const fs::path part = part_folder(checkpoints, manifest.iteration);
  const fs::path checkpoint = checkpoints / iteration_text(manifest.iteration);
  write_durably(part / manifest_name, to_text(manifest));
  flush_folder(part);
  give_name(part, checkpoint);
  flush_folder(checkpoints);
  point_latest_to(checkpoint);
  const std::vector<fs::path> all = list_checkpoints(checkpoints).complete;
  std::error_code ignored;
  for (std::size_t n = static_cast<std::size_t>(std::max(keep, 1)); n < all.size(); ++n) {
    // Without its manifest it is no checkpoint any more, even if removing the rest is cut short.
    fs::remove(all[n] / manifest_name, ignored);
    fs::remove_all(all[n], ignored);
  }
}

void discard_checkpoint(const fs::path& checkpoints, long iteration) noexcept {
  std::error_code ignored;
  fs::remove_all(part_folder(checkpoints, iteration), ignored);
}

CheckpointList list_checkpoints(const fs::path& checkpoints) {
  CheckpointList list;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(checkpoints, ignored)) {
    const fs::path& path = entry.path();
    if (!iteration_of(path) || !entry.is_directory(ignored)) continue;
    const bool whole = path.extension() != part_ending && fs::exists(path / manifest_name, ignored);
    (whole ? list.complete : list.parts).push_back(path);
  }
  std::sort(list.complete.begin(), list.complete.end(), is_later);
  std::erase_if(list.parts, [&](const fs::path& part) {
    return !list.complete.empty() && !is_later(part, list.complete.front());
  });
  std::sort(list.parts.begin(), list.parts.end(), is_later);
  return list;
}

CheckpointManifest read_manifest(const fs::path& checkpoint) {
  CheckpointManifest manifest = checkpoint_manifest(file_text(checkpoint / manifest_name));
  for (const StoredFile& file : manifest.files) {
    std::error_code missing;
    const std::uintmax_t bytes = fs::file_size(checkpoint / file.name, missing);
    if (missing) throw CheckpointDamage{file.name + " is missing"};
    if (bytes != file.bytes)
      throw CheckpointDamage{
          fmt::format("{} has {} bytes instead of {}", file.name, bytes, file.bytes)};
  }
  return manifest;
}

std::string file_text(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace cardon
