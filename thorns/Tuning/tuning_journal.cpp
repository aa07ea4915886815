// SPDX-License-Identifier: Apache-2.0
#include "tuning_journal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/tuning/settings_json.hpp>
#include <nlohmann/json.hpp>
#include <utility>

#include "tuning_records.hpp"
#include "tuning_table.hpp"

namespace cardon {

using nlohmann::json;

TuningJournal::TuningJournal(std::string tuner, std::vector<LinkEnds> links)
    : tuner_(std::move(tuner)), links_(std::move(links)) {
  waiting_ = {{"tuning.tsv", table_header(links_)}, {"decisions.jsonl", ""}};
}

void TuningJournal::open(const std::filesystem::path& folder) {
  folder_ = folder;
  attempt([this] {
    for (const auto& [name, text] : waiting_) files_.emplace(name, TextFile(folder_ / name));
  });
  for (const auto& [name, text] : std::exchange(waiting_, {})) write(name, text);
}

// Only rank 0 writes, so an Error that left here would be one of this rank alone; and the run is
// worth more than the record of its tuning.
void TuningJournal::attempt(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    ++failures_;
    if (!failure_) failure_ = error.problems().front();
  }
}

void TuningJournal::write(const std::string& name, const std::string& text) {
  if (folder_.empty())
    waiting_[name] += text;
  else if (const auto file = files_.find(name); file != files_.end())
    attempt([&] { file->second.append(text); });
}

std::optional<Error> TuningJournal::failure() const {
  if (!failure_) return {};
  Problem problem = *failure_;
  if (failures_ > 1) problem.notes.push_back(fmt::format("this occurred {} times", failures_));
  return Error(problem, exit_environment);
}

void TuningJournal::add(const TuningWindow& window, const Decision& decision) {
  if (!first_) first_ = window;
  total_ = window.seconds_so_far;
  if (decision.verdict != Decision::Verdict::reverted) last_ = window;
  unmeasured_.reset();
  statistics_.windows += 1;
  statistics_.so_far = window.search_seconds;
  charge_slow_steps(window);
  write("tuning.tsv", table_row(window, predicted_));
  if (change_) judge(window, decision);
  predicted_ = decision.predicted;
  if (!same_settings(window.settings, decision.settings)) begin_change(window, decision);
  if (decision.converged) keep_settings();
}

void TuningJournal::add_own(long step, const std::vector<std::vector<OwnChain>>& ranks) {
  for (const OwnChoices::Change& change : own_.add(ranks)) {
    const std::string what = change.text(links_), why = change.why();
    lines_.push_back(fmt::format("tuning at step {}: {}: {}", step, what, why));
    decisions_.push_back({change.by(), what, why});
    json line = change.record(links_);
    line.update({{"step", step},
                 {"tuner", tuner_},
                 {"change", what},
                 {"why", why},
                 {"cost_seconds", 0},
                 {"cost_so_far_seconds", recorded_}});
    write("decisions.jsonl", line.dump() + "\n");
  }
}

// From the window that shows it to the next one, which other settings may follow.
void TuningJournal::charge_slow_steps(const TuningWindow& window) {
  statistics_.lost_seconds += slower_ * double(window.first - charged_to_);
  const bool judged = change_ && same_settings(window.settings, change_->decision.settings);
  slower_ =
      judged ? std::max(0.0, window.seconds_per_step.value - change_->before.seconds_per_step.value)
             : 0;
  statistics_.lost_seconds += slower_ * double(window.last - window.first);
  charged_to_ = window.last;
}

void TuningJournal::begin_change(const TuningWindow& window, const Decision& decision) {
  statistics_.changes += 1;
  const std::string what = difference_text(window.settings, decision.settings, links_);
  lines_.push_back(fmt::format("tuning at step {}: {}: {}", window.last, what, decision.why));
  decisions_.push_back({tuner_, what, decision.why});
  change_ = Change{window, decision};
}

void TuningJournal::judge(const TuningWindow& window, const Decision& decision) {
  if (!same_settings(window.settings, change_->decision.settings)) {
    if (change_->measured) return record(&window, "not judged");
    lines_.push_back(
        fmt::format("tuning at step {}: the grid cannot be decomposed this way; settings unchanged",
                    window.first));
    return record(&window, "not possible");
  }
  change_->measured = true;
  if (decision.verdict == Decision::Verdict::pending &&
      same_settings(window.settings, decision.settings))
    return;
  const bool undone = decision.verdict == Decision::Verdict::reverted;
  const bool kept = decision.verdict == Decision::Verdict::kept;
  statistics_.kept += kept;
  statistics_.reverted += undone;
  const double before = change_->before.seconds_per_step.value;
  const double now = window.seconds_per_step.value, predicted = change_->decision.predicted;
  if (kept || undone)
    lines_.push_back(
        fmt::format("tuning at step {}: {}: {:.4g} ms per step, before {:.4g} ms{}", window.last,
                    kept ? "kept" : "not kept", 1e3 * now, 1e3 * before,
                    predicted > 0 ? fmt::format(", predicted {:.4g} ms", 1e3 * predicted) : ""));
  if (kept || undone)
    decisions_.push_back(
        {tuner_, kept ? "kept" : "reverted",
         fmt::format("{:.4g} ms per step, before {:.4g} ms", 1e3 * now, 1e3 * before)});
  record(&window, undone ? "reverted" : kept ? "kept" : "not judged");
}

void TuningJournal::record(const TuningWindow* after, const std::string& outcome) {
  const TuningWindow& before = change_->before;
  const Decision& decision = change_->decision;
  json line = {{"step", before.last},
               {"tuner", tuner_},
               {"decided_by", "tuner"},
               {"change", difference_text(before.settings, decision.settings, links_)},
               {"why", decision.why},
               {"measured", window_json(before, links_)},
               {"from", settings_json(before.settings, links_)},
               {"chosen", settings_json(decision.settings, links_)},
               {"outcome", outcome}};
  line["predicted_seconds_per_step"] =
      decision.predicted > 0 ? json(decision.predicted) : json(nullptr);
  line["change_seconds"] = after != nullptr ? json(after->change_seconds) : json(nullptr);
  line["cost_seconds"] = statistics_.cost() - recorded_;
  line["cost_so_far_seconds"] = recorded_ = statistics_.cost();
  line["result"] = after != nullptr ? window_json(*after, links_) : json(nullptr);
  write("decisions.jsonl", line.dump() + "\n");
  change_.reset();
}

void TuningJournal::keep_settings() {
  if (folder_.empty()) return;
  const json knowledge = {{"settings", settings_json(last_->settings, links_)},
                          {"measured", window_json(*last_, links_)},
                          {"tuner", tuner_}};
  attempt([&] { replace_file(folder_ / "tuning.json", knowledge.dump(2) + "\n"); });
}

void TuningJournal::abandon() {
  if (change_) {
    unmeasured_ = change_->decision.settings;
    record(nullptr, "not judged: the search was ended");
  }
  predicted_ = slower_ = 0;
}

void TuningJournal::close() {
  if (change_) {
    unmeasured_ = change_->decision.settings;
    record(nullptr, "not judged: the run ended");
  }
  if (last_) keep_settings();
}

void TuningJournal::settle(const std::vector<SearchCost>& ranks, double run_seconds) {
  statistics_.rank = *std::max_element(
      ranks.begin(), ranks.end(),
      [](const SearchCost& a, const SearchCost& b) { return a.total() < b.total(); });
  total_ = run_seconds;
}

std::vector<std::string> TuningJournal::take_lines() { return std::exchange(lines_, {}); }

/// Of steps, from the first settings to the last; the last ones may never have been measured.
std::string TuningJournal::gain() const {
  const double before = first_->seconds_per_step.value, after = last_->seconds_per_step.value;
  if (unmeasured_ && !same_settings(*unmeasured_, last_->settings))
    return fmt::format("{}; {:.4g} ms per step before, not measured since",
                       difference_text(first_->settings, *unmeasured_, links_), 1e3 * after);
  const std::string difference = difference_text(first_->settings, last_->settings, links_);
  return fmt::format("{}; {:.4g} -> {:.4g} ms per step, E {:.1f} -> {:.1f} %",
                     difference.empty() ? "nothing changed" : difference, 1e3 * before, 1e3 * after,
                     100 * first_->efficiency, 100 * last_->efficiency);
}

std::string TuningJournal::closing_sentence() const {
  if (!first_) return {};
  return fmt::format("tuning ({}): {}{}; the search cost {:.3g} s, {:.1f} % of the run", tuner_,
                     gain(), own_.gain(), statistics_.cost(),
                     100 * statistics_.cost() / std::max(total_, 1e-9));
}

json TuningJournal::summary() const {
  if (!first_) return nullptr;
  return {{"tuner", tuner_},
          {"windows", statistics_.windows},
          {"changes", statistics_.changes},
          {"kept", statistics_.kept},
          {"reverted", statistics_.reverted},
          {"cost_seconds", statistics_.cost()},
          {"cost_share", statistics_.cost() / std::max(total_, 1e-9)},
          {"calibration_seconds", statistics_.rank.calibration},
          {"waiting_seconds", statistics_.rank.waiting},
          {"change_seconds", statistics_.rank.changing},
          {"sensor_seconds", statistics_.rank.trials},
          {"thinking_seconds", statistics_.rank.thinking},
          {"lost_seconds", statistics_.lost_seconds},
          {"own_codecs", own_.summary()},
          {"first",
           {{"settings", settings_json(first_->settings, links_)},
            {"window", window_json(*first_, links_)}}},
          {"last",
           {{"settings", settings_json(last_->settings, links_)},
            {"window", window_json(*last_, links_)}}}};
}

}  // namespace cardon
