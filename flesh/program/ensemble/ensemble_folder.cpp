// SPDX-License-Identifier: Apache-2.0
#include "ensemble/ensemble_folder.hpp"

#include <cardon/kit/text_file.hpp>
#include <cardon/thorn/error.hpp>
#include <system_error>

#include "ensemble/varied_values.hpp"
#include "files/regular_file.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

Problem folder_problem(const std::string& message) {
  return {.slug = "ensemble/folder", .message = message, .help = "give another folder with --out"};
}

/// A folder of a run that lies in this one; empty: there is none.
fs::path run_in(const fs::path& folder) {
  std::error_code none;
  for (fs::directory_iterator entry(folder, none), end; !none && entry != end;
       entry.increment(none))
    for (const char* file : {"provenance.json", "summary.json"})
      if (fs::exists(entry->path() / file, none)) return entry->path();
  return {};
}

RegularText plan_text(const fs::path& folder) {
  const fs::path file = folder / ensemble_plan_file;
  RegularText found = read_regular_file(file);
  if (!found.failure.empty() && !found.missing)
    throw Error(Problem{.slug = "ensemble/record",
                        .message = "cannot read " + file.string() + ": " + found.failure,
                        .help = "make it readable, or give another folder with --out"});
  return found;
}

}  // namespace

json ensemble_plan(const EnsembleSpec& spec, const std::string& checksum) {
  return {{"checksum", checksum}, {"set", spec.set},         {"vary", varied_keys(spec)},
          {"ranks", spec.ranks},  {"scalars", spec.scalars}, {"summary", spec.summary}};
}

void require_folder_of(const fs::path& folder, const json& plan) {
  RegularText found = plan_text(folder);
  if (found.missing) {
    const fs::path run = run_in(folder);
    if (run.empty()) return;
    found = plan_text(folder);  // another manager may have been faster
    if (found.missing)
      throw Error(folder_problem("the folder " + folder.string() +
                                 " holds runs of no ensemble: " + run.filename().string()));
  }
  const json before = json::parse(found.text, nullptr, false);
  Problem problem =
      folder_problem("the folder " + folder.string() + " holds members of another ensemble");
  for (const auto& [key, value] : plan.items())
    if (!before.is_object() || !before.contains(key))
      problem.notes = {std::string(ensemble_plan_file) + " cannot be read"};
    else if (before[key] != value)
      problem.notes.push_back("its " + key + ": " + before[key].dump() + ", now: " + value.dump());
  if (!problem.notes.empty()) throw Error(problem);
}

void claim_folder(const fs::path& folder, const json& plan) {
  require_folder_of(folder, plan);
  make_folder(folder);
  if (plan_text(folder).missing) replace_file(folder / ensemble_plan_file, plan.dump(2) + "\n");
}

}  // namespace cardon
