// SPDX-License-Identifier: Apache-2.0
#include "ensemble/input_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "base/data_checksum.hpp"
#include "cardon/services/parameter_set.hpp"
#include "machine/node_form.hpp"
#include "session/session.hpp"
#include "startup/checked_run.hpp"
#include "startup/data_files.hpp"
#include "startup/driver_setup.hpp"
#include "startup/placed_run.hpp"
#include "startup/read_input.hpp"

namespace cardon {
namespace {

constexpr int max_whole = 32;   // members that are checked whole
constexpr int max_refused = 8;  // in a row from the first one: then something common is wrong

using Places = std::map<std::string, Location>;  // of KEY=VALUE

Places places_of(const EnsembleSpec& spec) {
  Places places;
  for (const auto& block : spec.vary)
    for (const VariedParameter& parameter : block)
      for (const VariedValue& value : parameter.values)
        places.emplace(parameter.key + "=" + value.text, value.where);
  for (std::size_t n = 0; n < spec.set.size(); ++n)
    places.emplace(spec.set[n], spec.set_places.at(n));
  return places;
}

/// All mistakes once, those of values where the ensemble's file has them.
class FoundMistakes {
 public:
  explicit FoundMistakes(const EnsembleSpec& spec) : places_(places_of(spec)) {}
  /// `member`: the only one that has them, as far as is known; empty: all may.
  void add(const std::vector<Problem>& problems, const std::string& member) {
    for (Problem problem : problems) {
      const auto place = places_.find(problem.where.text);
      if (place != places_.end()) problem.where = place->second;
      if (!known_.insert(format_problem(problem)).second) continue;
      if (place == places_.end() && !member.empty())
        problem.notes.push_back("in the member " + member);
      problems_.push_back(problem);
    }
  }
  void give_up(std::size_t unchecked) {
    if (unchecked > 0)
      problems_.back().notes.push_back(
          fmt::format("none of the first {} members can be run; {} more were not checked",
                      max_refused, unchecked));
  }
  void throw_if_any() const {
    if (!problems_.empty()) throw Error(problems_);
  }

 private:
  Places places_;
  std::set<std::string> known_;
  std::vector<Problem> problems_;
};

/// Members that have a value which none before them has.
std::vector<const Member*> members_to_check(const std::vector<Member>& members) {
  std::vector<const Member*> chosen;
  std::set<std::string> known;
  for (const Member& member : members) {
    const std::size_t before = known.size();
    known.insert(member.set.begin(), member.set.end());
    if (known.size() > before) chosen.push_back(&member);
  }
  return chosen;
}

/// As `cardon check --ranks` does it, but for what only a site of the ensemble may know: data
/// files, and hosts of the sites of a run.
std::shared_ptr<const ScheduledRun> check_whole(const InputOptions& input, const EnsembleSpec& spec,
                                                OpenedThorns& opened) {
  if (std::any_of(spec.sites.begin(), spec.sites.end(),
                  [](const EnsembleSite& site) { return !site.launcher.empty(); }))
    if (auto run = schedule_run(input); names_data_files(*run->parameters)) return run;
  Warnings unsaid;
  auto run = check_run(input, opened, unsaid);
  const MachineSpec& machine = run->machine_spec;
  if (machine.sites.empty() || machine.by_ranks())
    planned_decomposition(plan_placement(*run, machine, spec.ranks), spec.ranks);
  return run;
}

}  // namespace

InputOptions input_of(const MemberBase& base, const std::vector<std::string>& set) {
  InputOptions input{.files = base.files, .overrides = base.set, .thorn_path = base.thorn_path};
  input.overrides.insert(input.overrides.end(), set.begin(), set.end());
  return input;
}

std::string input_digest(const std::vector<std::string>& files) {
  InputOptions options{.files = files};
  read_files(options);
  std::string all;
  for (const ParameterText& text : options.texts) all += text.text + '\0';
  return DataChecksum::of(std::as_bytes(std::span(all)));
}

void check_members(const EnsembleSpec& spec, const std::vector<Member>& members,
                   const MemberBase& base) {
  const ExecutionSpace space;
  OpenedThorns opened;
  FoundMistakes mistakes(spec);
  std::shared_ptr<const ScheduledRun> sound;
  const std::vector<const Member*> chosen = members_to_check(members);
  for (std::size_t n = 0; n < chosen.size(); ++n) {
    if (!sound && n == max_refused) {
      mistakes.give_up(chosen.size() - n);
      break;
    }
    std::vector<Problem> problems;
    attempt(problems, [&] {
      const InputOptions input = input_of(base, chosen[n]->set);
      if (n < max_whole)
        sound = check_whole(input, spec, opened);
      else
        resolve_parameters(sound->registry, ReadInput(input).all(), problems);
    });
    mistakes.add(problems, sound ? chosen[n]->name : "");
  }
  mistakes.throw_if_any();
}

}  // namespace cardon
