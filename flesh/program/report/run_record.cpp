// SPDX-License-Identifier: Apache-2.0
#include "report/run_record.hpp"

#include <cardon/thorn/error.hpp>
#include <nlohmann/json.hpp>

#include "files/folder_lock.hpp"
#include "files/regular_file.hpp"
#include "restart/run_provenance.hpp"

namespace cardon {
namespace {

[[noreturn]] void fail(const std::filesystem::path& folder, const std::string& reason) {
  Problem problem;
  problem.slug = "run/no-summary";
  problem.message = folder.string() + " is not the folder of a finished run";
  problem.notes = {reason};
  if (const auto user = user_of(folder, run_use); user && user->state == FolderUser::State::going)
    problem.notes.push_back("it is in use by " + user->text());
  problem.help =
      "give a folder that cardon run has written; it holds summary.json when the run has ended";
  throw Error(std::move(problem));
}

}  // namespace

RunRecord read_run(const std::filesystem::path& folder) {
  const RegularText file = read_regular_file(folder / "summary.json");
  if (file.missing) fail(folder, "there is no summary.json in it");
  if (!file.failure.empty()) fail(folder, "summary.json cannot be read: " + file.failure);
  try {
    const nlohmann::json json = nlohmann::json::parse(file.text);
    RunRecord run{.folder = folder};
    run.title = json.value("title", "");
    run.status = json.at("status");
    run.iterations = json.at("iterations");
    run.points = json.at("points");
    run.ranks = json.at("ranks");
    run.time = json.at("time");
    run.length_unit = json.value("length_unit", "m");
    run.time_unit = json.value("time_unit", "s");
    json.at("checksums").get_to(run.checksums);
    run.provenance = read_provenance(folder);
    return run;
  } catch (const nlohmann::json::exception& error) {
    fail(folder, std::string("summary.json: ") + error.what());
  }
}

}  // namespace cardon
