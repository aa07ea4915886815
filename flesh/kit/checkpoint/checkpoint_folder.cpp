// SPDX-License-Identifier: Apache-2.0
#include "checkpoint/checkpoint_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/output_names.hpp>
#include <cardon/thorn/error.hpp>
#include <charconv>
#include <exception>
#include <optional>
#include <random>
#include <string_view>
#include <system_error>

#include "checkpoint/checkpoint_sight.hpp"
#include "checkpoint/durable_file.hpp"
#include "files/regular_file.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;

bool is_later(const fs::path& a, const fs::path& b) {
  return checkpoint_iteration(a) > checkpoint_iteration(b);
}

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

/// What can be listed of a folder; never throws filesystem_error.
std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> paths;
  std::error_code code;
  for (fs::directory_iterator at(folder, code), end; !code && at != end; at.increment(code))
    paths.push_back(at->path());
  return paths;
}

void keep_newest(const fs::path& checkpoints, int keep) {
  const std::vector<fs::path> all = list_checkpoints(checkpoints).complete;
  const std::size_t count = std::min(std::size_t(std::max(keep, 1)), all.size());
  std::error_code ignored;
  for (std::size_t n = count; n < all.size(); ++n) {
    // Without its manifest it is not a checkpoint any more, even if removing the rest is cut short.
    fs::remove(all[n] / manifest_name, ignored);
    fs::remove_all(all[n], ignored);
  }
  // What another storage could not finish goes with those of its age.
  for (const fs::path& part : entries_of(checkpoints))
    if (count > 0 && part.extension() == part_ending && fs::is_directory(part, ignored) &&
        is_later(all[count - 1], part))
      fs::remove_all(part, ignored);
}

// The checkpoint is complete, so nothing of this may make it a failed one. Older ones stay until
// its name is on the disk.
void settle(const fs::path& checkpoint, int keep) noexcept {
  try {
    point_latest_to(checkpoint);
    flush_folder(checkpoint.parent_path());
    keep_newest(checkpoint.parent_path(), keep);
  } catch (const std::exception&) {
    // The next checkpoint tries again.
  }
}

}  // namespace

std::optional<long> checkpoint_iteration(const fs::path& path) {
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

fs::path part_folder(const fs::path& checkpoints, long iteration) {
  return checkpoints / (iteration_text(iteration) + part_ending);
}

void commit_checkpoint(const fs::path& checkpoints, long iteration, const std::string& manifest,
                       int keep) {
  const fs::path part = part_folder(checkpoints, iteration);
  const fs::path checkpoint = checkpoints / iteration_text(iteration);
  const std::string own_name = fmt::format("{}.{:08x}", manifest_name, std::random_device()());
  try {
    write_durably(part / own_name, manifest);
    give_name(part / own_name, part / manifest_name);
    flush_folder(part);
    give_name(part, checkpoint);
  } catch (const Error&) {
    // Another site that sees the same storage may have been faster.
    if (file_text(checkpoint / manifest_name) != manifest) throw;
    std::error_code ignored;
    fs::remove(checkpoint / own_name, ignored);
  }
  settle(checkpoint, keep);
}

void discard_checkpoint(const fs::path& checkpoints, long iteration) noexcept {
  std::error_code ignored;
  fs::remove_all(part_folder(checkpoints, iteration), ignored);
}

CheckpointList list_checkpoints(const fs::path& checkpoints) {
  CheckpointList list;
  std::error_code ignored;
  for (const fs::path& path : entries_of(checkpoints)) {
    if (!checkpoint_iteration(path) || !fs::is_directory(path, ignored)) continue;
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

fs::path file_in(const fs::path& checkpoint, const std::string& name) {
  std::error_code ignored;
  const fs::path here = checkpoint / name, part = checkpoint.string() + part_ending;
  return !fs::exists(here, ignored) && fs::exists(part / name, ignored) ? part / name : here;
}

CheckpointManifest read_manifest(const fs::path& checkpoint) {
  const RegularText text = read_regular_file(checkpoint / manifest_name);
  if (!text.failure.empty()) throw CheckpointDamage{cannot_read(manifest_name, text.failure)};
  CheckpointManifest manifest = checkpoint_manifest(text.text);
  if (const std::string damage = damage_of({sizes_in(checkpoint)}, manifest.files, true);
      !damage.empty())
    throw CheckpointDamage{damage};
  return manifest;
}

std::string file_text(const fs::path& file) { return read_regular_file(file).text; }

}  // namespace cardon
