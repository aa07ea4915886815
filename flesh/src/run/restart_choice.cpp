// SPDX-License-Identifier: Apache-2.0
#include "run/restart_choice.hpp"

#include <algorithm>
#include <optional>

#include "checkpoint/checkpoint_folder.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_none(const std::string& message, const std::vector<Problem>& damaged) {
  Problem problem{.slug = "restart/no-checkpoint", .message = message};
  for (const Problem& one : damaged) problem.notes.push_back(one.message);
  problem.help =
      "name a run folder or a checkpoint, such as runs/wave/0001/checkpoints/it000200, or start "
      "anew without --restart";
  throw Error(problem);
}

/// Of one run; nothing if it has no checkpoint that could be used.
std::optional<RestartChoice> choose_in(const fs::path& run, std::vector<Problem>& damaged) {
  RestartChoice choice;
  choice.run = run;
  const CheckpointList list = list_checkpoints(run / checkpoints_name);
  for (const fs::path& part : list.parts)
    damaged.push_back(damaged_problem(part, "it was never finished"));
  for (const fs::path& checkpoint : list.complete) {
    try {
      CheckpointManifest manifest = read_manifest(checkpoint);
      if (choice.checkpoints.empty()) choice.manifest = std::move(manifest);
      choice.checkpoints.push_back(checkpoint);
    } catch (const CheckpointDamage& damage) {
      damaged.push_back(damaged_problem(checkpoint, damage.what));
    }
  }
  if (choice.checkpoints.empty()) return {};
  return choice;
}

RestartChoice only(const fs::path& checkpoint) {
  RestartChoice choice;
  choice.run = checkpoint.parent_path().parent_path();
  choice.checkpoints = {checkpoint};
  try {
    choice.manifest = read_manifest(checkpoint);
  } catch (const CheckpointDamage& damage) {
    throw_none(checkpoint.string() + " cannot be used", {damaged_problem(checkpoint, damage.what)});
  }
  return choice;
}

std::vector<fs::path> runs_of(const std::string& name) {
  std::vector<fs::path> runs;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path("runs") / name, none))
    runs.push_back(entry.path());
  std::sort(runs.rbegin(), runs.rend());
  return runs;
}

}  // namespace

Problem damaged_problem(const fs::path& checkpoint, const std::string& damage) {
  return {.slug = "restart/damaged",
          .message = checkpoint.string() + " cannot be used: " + damage,
          .help = "the one before it is used; remove it once the run goes well"};
}

RestartChoice choose_restart(const std::string& wanted, const std::string& name) {
  fs::path path(wanted);
  std::error_code ignored;
  if (path.filename().empty()) path = path.parent_path();
  if (wanted != "latest" && fs::is_symlink(path, ignored)) path = fs::canonical(path, ignored);
  if (wanted != "latest" && fs::exists(path / manifest_name, ignored)) return only(path);
  std::vector<fs::path> runs{path};
  if (wanted == "latest") runs = runs_of(name);
  if (path.filename() == checkpoints_name) runs = {path.parent_path()};
  std::vector<Problem> damaged;
  for (const fs::path& run : runs)
    if (auto choice = choose_in(run, damaged)) {
      choice->warnings = damaged;
      return *choice;
    }
  throw_none(wanted == "latest" ? "there is no checkpoint below runs/" + name
                                : "there is no checkpoint in " + wanted,
             damaged);
}

}  // namespace cardon
