// SPDX-License-Identifier: Apache-2.0
#include "ensemble/input_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cardon/kit/data_checksum.hpp>
#include <cardon/services/parameter_set.hpp>
#include <future>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <thread>

#include "ensemble/equal_values.hpp"
#include "machine/machine_resolver.hpp"
#include "machine/node_form.hpp"
#include "session/session.hpp"
#include "startup/checked_run.hpp"
#include "startup/driver_setup.hpp"
#include "startup/read_input.hpp"
#include "tables/data_files.hpp"

namespace cardon {
namespace {

constexpr std::size_t max_refused = 8;  // in a row from the first: then something common is wrong
constexpr std::size_t max_threads = 8;
constexpr std::size_t min_share = 16;  // members for which a thread is worth its start

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
  /// `member`: the first one that has them; empty: all may.
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
    planned_decomposition(*run, plan_machine(machine, spec.ranks), spec.ranks);
  return run;
}

/// What is wrong with a member, and what its values mean.
struct Checked {
  std::vector<Problem> problems;
  std::vector<std::string> meanings;
};

/// Checks several members at a time, as ranks that are threads read their input.
class WholeCheck {
 public:
  WholeCheck(const EnsembleSpec& spec, const MemberBase& base) : spec_(spec), base_(base) {}

  /// One that is sound is kept if it is the first.
  Checked check(const Member& member) {
    Checked checked;
    attempt(checked.problems, [&] {
      const auto run = check_whole(input_of(base_, member.set), spec_, opened_);
      checked.meanings = meanings_of(member.set, *run->parameters);
      if (const std::scoped_lock lock(mutex_); !sound_) sound_ = run;
    });
    return checked;
  }
  bool any_sound() const { return sound_ != nullptr; }

  /// The same for many, in their order, once one has been found sound.
  std::vector<Checked> check_all(std::span<const Member* const> members) {
    std::vector<Checked> lists(members.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t n; (n = next++) < members.size();) lists[n] = check(*members[n]);
    };
    std::vector<std::future<void>> others;
    for (std::size_t n = 1; n < threads_for(members.size()); ++n)
      others.push_back(std::async(std::launch::async, work));
    work();
    for (std::future<void>& other : others) other.get();
    return lists;
  }

 private:
  // Data files may be large: their members are checked one after the other.
  std::size_t threads_for(std::size_t members) const {
    if (names_data_files(*sound_->parameters)) return 1;
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    return std::min({cores, max_threads, members / min_share});
  }

  const EnsembleSpec& spec_;
  const MemberBase& base_;
  OpenedThorns opened_;
  std::mutex mutex_;
  std::shared_ptr<const ScheduledRun> sound_;
};

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
  WholeCheck whole(spec, base);
  FoundMistakes mistakes(spec);
  const std::vector<const Member*> chosen = members_to_check(members);
  const std::size_t first = std::min(chosen.size(), max_refused);
  std::vector<Checked> lists;
  for (std::size_t n = 0; n < first; ++n) lists.push_back(whole.check(*chosen[n]));
  const std::span<const Member* const> others = std::span(chosen).subspan(first);
  if (whole.any_sound())
    for (Checked& checked : whole.check_all(others)) lists.push_back(std::move(checked));
  EqualValues equal;
  for (std::size_t n = 0; n < lists.size(); ++n) {
    mistakes.add(lists[n].problems, whole.any_sound() ? chosen[n]->name : "");
    equal.add(chosen[n]->set, lists[n].meanings);
  }
  mistakes.add(equal.problems(), "");
  if (!whole.any_sound()) mistakes.give_up(others.size());
  mistakes.throw_if_any();
}

}  // namespace cardon
