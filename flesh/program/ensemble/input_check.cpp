// SPDX-License-Identifier: Apache-2.0
#include "ensemble/input_check.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "base/data_checksum.hpp"
#include "cardon/services/parameter_set.hpp"
#include "startup/read_input.hpp"
#include "startup/scheduled_run.hpp"

namespace cardon {
namespace {

// Without a whole member each try loads the thorns.
constexpr int max_refused = 8;

using Places = std::map<std::string, Location>;  // of KEY=VALUE

/// All mistakes once, those of varied values where the ensemble's file has them.
class FoundMistakes {
 public:
  explicit FoundMistakes(const Places& places) : places_(places) {}
  void add(const Error& error) {
    for (Problem problem : error.problems()) {
      const auto place = places_.find(problem.where.text);
      if (place != places_.end()) problem.where = place->second;
      if (known_.insert(format_problem(problem)).second) problems_.push_back(problem);
    }
  }
  const std::vector<Problem>& problems() const { return problems_; }

 private:
  const Places& places_;
  std::set<std::string> known_;
  std::vector<Problem> problems_;
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
  Places places;
  for (const auto& block : spec.vary)
    for (const VariedParameter& parameter : block)
      for (const VariedValue& value : parameter.values)
        places.emplace(parameter.key + "=" + value.text, value.where);
  FoundMistakes mistakes(places);
  std::shared_ptr<const ScheduledRun> first;
  std::set<std::string> checked;
  int refused = 0;
  for (const Member& member : members) {
    const auto fresh = [&](const std::string& word) { return !checked.contains(word); };
    if (std::none_of(member.set.begin(), member.set.end(), fresh)) continue;
    checked.insert(member.set.begin(), member.set.end());
    try {
      const InputOptions input = input_of(base, member.set);
      if (!first) {
        first = schedule_run(input);
        continue;
      }
      std::vector<Problem> problems;
      resolve_parameters(first->registry, ReadInput(input).all(), problems);
      if (!problems.empty()) throw Error(problems);
    } catch (const Error& error) {
      mistakes.add(error);
      if (!first && ++refused == max_refused) break;
    }
  }
  if (!mistakes.problems().empty()) throw Error(mistakes.problems());
}

}  // namespace cardon
