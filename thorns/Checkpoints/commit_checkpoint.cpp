// SPDX-License-Identifier: Apache-2.0
#include "commit_checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/checkpoint/checkpoint_names.hpp>
#include <cardon/kit/checkpoint/durable_file.hpp>
#include <cardon/kit/output_names.hpp>
#include <cardon/thorn/error.hpp>
#include <exception>
#include <random>
#include <system_error>
#include <vector>

namespace cardon {
namespace {

namespace fs = std::filesystem;

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

}  // namespace cardon
