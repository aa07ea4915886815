// SPDX-License-Identifier: Apache-2.0
#include "found_provenance.hpp"

#include <fmt/format.h>

#include <cardon/kit/picture.hpp>
#include <cardon/thorn/error.hpp>
#include <nlohmann/json.hpp>

#include "checkpoint/checkpoint_folder.hpp"
#include "field_reader.hpp"
#include "restart/run_provenance.hpp"
#include "run_folders.hpp"

namespace cardon::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& given, const std::vector<std::string>& notes) {
  throw Error(Problem{.slug = "cli/no-run",
                      .message = given + " does not say where it came from",
                      .notes = notes,
                      .help = "give the folder that cardon run named at its end"});
}

bool is_checkpoint(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / manifest_name, ignored);
}

FoundProvenance of_checkpoint(const fs::path& folder) try {
  const CheckpointManifest manifest = read_manifest(folder);
  return {fmt::format("checkpoint {} (iteration {}, time {:.6g})", folder.string(),
                      manifest.iteration, manifest.time),
          manifest.provenance.dump(1) + "\n"};
} catch (const CheckpointDamage& damage) {
  throw Error(Problem{.slug = "output/unreadable",
                      .message = folder.string() + " is not a complete checkpoint: " + damage.what},
              exit_environment);
}

FoundProvenance of_run(const fs::path& folder) {
  return {"run " + folder.string(), read_provenance(folder)};
}

/// What the file itself holds; empty: nothing.
std::string inside(const fs::path& file, const std::vector<std::string>& thorn_path) {
  if (file.extension() == ".png") return picture_provenance(file);
  const auto reader = make_field_reader(thorn_path);
  if (reader && file.extension() == reader->extension()) return reader->provenance(file);
  return "";
}

FoundProvenance of_file(const fs::path& file, const std::vector<std::string>& thorn_path) {
  if (std::string json = inside(file, thorn_path); !json.empty())
    return {"file " + file.string(), std::move(json)};
  // runs/wave/0001/scalars.tsv, runs/wave/0001/lines/phi.x.it000010.tsv
  fs::path folder = fs::absolute(file).lexically_normal();
  for (int levels = 0; levels < 2; ++levels) {
    folder = folder.parent_path();
    const fs::path named =
        file.is_absolute() ? folder : folder.lexically_proximate(fs::current_path());
    if (is_checkpoint(named)) return of_checkpoint(named);
    if (fs::exists(named / provenance_name)) return of_run(named);
  }
  fail(file.string(), {"neither in itself nor in its folder"});
}

}  // namespace

FoundProvenance find_provenance(const std::string& given,
                                const std::vector<std::string>& thorn_path) {
  std::error_code ignored;
  const fs::path path(given);
  FoundProvenance found = fs::is_regular_file(path, ignored) ? of_file(path, thorn_path)
                          : is_checkpoint(path)              ? of_checkpoint(path)
                                                             : of_run(find_run(given));
  if (!nlohmann::json::parse(found.json, nullptr, false).is_object())
    fail(found.of, {found.json.empty() ? "it has no provenance.json that can be read"
                                       : "its provenance is not a JSON object"});
  return found;
}

}  // namespace cardon::cli
