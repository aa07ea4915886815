// SPDX-License-Identifier: Apache-2.0
#include "balance_journal.hpp"

#include <fmt/format.h>

#include <cardon/kit/counted.hpp>
#include <cardon/thorn/error.hpp>
#include <nlohmann/json.hpp>
#include <utility>

namespace cardon {
namespace {

using nlohmann::json;

json figures_json(const PlacementFigures& figures) {
  return {{"seconds_per_step", figures.seconds},
          {"imbalance", 1 + figures.imbalance},
          {"messages_per_step", figures.messages},
          {"bytes_per_step", figures.bytes},
          {"wide_bytes_per_step", figures.wide_bytes}};
}

json prediction_json(const BalanceDecision& decision) {
  return {{"before", figures_json(decision.before)},
          {"after", figures_json(decision.after)},
          {"trend", decision.trend}};
}

json choice_json(const BalanceDecision& decision) {
  if (decision.chosen_by.empty()) return nullptr;
  return {{"by", decision.chosen_by}, {"votes", decision.votes}, {"reasons", decision.reasons}};
}

json pause_json(const Pause& pause) {
  if (pause.steps == 0) return nullptr;
  return {{"steps", pause.steps}, {"why", pause.why}};
}

std::string who(const BalanceDecision& decision) {
  if (decision.undoes) return "steps became longer; undo";
  if (decision.goes_home) return "steps are shorter where blocks were at first; return";
  if (decision.chosen_by.empty()) return decision.balancer;
  return fmt::format("{} (choice of the {}: {:.0f} % of the votes; {})", decision.balancer,
                     decision.chosen_by, 100 * decision.votes, decision.reasons);
}

// A failure is told once, whatever blocks and ranks it names.
std::string without_numbers(std::string text) {
  std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
  return text;
}

json moves_json(const std::vector<BlockMove>& moves) {
  json list = json::array();
  for (const BlockMove& move : moves) list.push_back({move.block, move.rank});
  return list;
}

}  // namespace

void BalanceJournal::open(const std::filesystem::path& folder) {
  try {
    file_ = TextFile(folder / "balance.jsonl");
    is_open_ = true;
  } catch (const Error& error) {
    failure_ = error;
  }
}

void BalanceJournal::measured(double slowest, double imbalance) {
  if (!first_imbalance_) first_imbalance_ = imbalance;
  last_imbalance_ = imbalance;
  if (!pending_) return;
  lines_.push_back(fmt::format(
      "balancing: the slowest rank now takes {:.4g} ms per step (before {:.4g}, predicted {:.4g}); "
      "imbalance {:.2f}",
      1e3 * slowest, 1e3 * pending_->slowest, 1e3 * pending_->after.seconds, imbalance));
  write(*pending_, {.text = "moved", .slowest = slowest, .imbalance = imbalance});
  pending_.reset();
}

void BalanceJournal::decided(const BalanceDecision& decision, const Pause& pause) {
  ++plans_;
  planning_ += decision.planning;
  if (!decision.failure.empty() && failures_.insert(without_numbers(decision.failure)).second)
    say(decision.failure + "; its plan is not carried out");
  if (!decision.accepted) return write(decision, {"refused: " + decision.reason, pause});
  lines_.push_back(fmt::format(
      "balancing at step {}: {} moves {} ({:.3g} MB): imbalance {:.2f} -> {:.2f}, "
      "{:.4g} -> {:.4g} ms per step predicted",
      decision.step, who(decision), counted(decision.after.moved_blocks, "block"),
      1e-6 * decision.after.moved_bytes, 1 + decision.before.imbalance,
      1 + decision.after.imbalance, 1e3 * decision.before.seconds, 1e3 * decision.after.seconds));
  pending_ = decision;
  moved_ = false;
}

void BalanceJournal::waited(const BalanceDecision& decision, const Pause& pause) {
  write(decision, {"waits: " + decision.reason, pause});
}

void BalanceJournal::restored(long blocks, double seconds) {
  lines_.push_back(fmt::format("balancing: {} moved to their ranks in the checkpoint, in {:.3g} s",
                               counted(blocks, "block"), seconds));
}

void BalanceJournal::began(long blocks, double seconds) {
  say(fmt::format("{} moved to their ranks by balance.start, in {:.3g} s", counted(blocks, "block"),
                  seconds));
}

void BalanceJournal::vacated(long blocks, const std::vector<int>& ranks, double seconds) {
  close();
  say(fmt::format("{} left the idle ranks {}, in {:.3g} s", counted(blocks, "block"),
                  fmt::join(ranks, ", "), seconds));
}

void BalanceJournal::shared(double seconds) {
  close();
  say(fmt::format("sites share the grid by their ranks that are not idle, in {:.3g} s", seconds));
}

void BalanceJournal::sites_decided(BalanceDecision decision, const SiteShares::Finding& finding,
                                   const std::vector<double>& factors) {
  decision.balancer = "sites";
  decision.before.seconds = finding.slowest;
  decision.after.seconds = finding.predicted;
  decision.price = finding.price;
  decision.accepted = true;
  division_text_ =
      fmt::format("sites get {:.2f} times the planes: {:.4g} -> {:.4g} ms per step predicted",
                  fmt::join(factors, ", "), 1e3 * finding.slowest, 1e3 * finding.predicted);
  division_ = std::move(decision);
}

void BalanceJournal::divided(double seconds, const Pause& pause) {
  close();
  ++divisions_;
  division_seconds_ += seconds;
  if (!division_) return;
  say(fmt::format("{}, in {:.3g} s", division_text_, seconds));
  if (keeps_decisions_) decisions_.push_back({"sites", "divides the grid again", division_text_});
  pending_seconds_ = seconds;
  write(*std::exchange(division_, {}), {"divided", pause});
}

void BalanceJournal::taken_over(const std::string& balancer) {
  say(balancer + " plans from now on");
  balancer_ += ", then " + balancer;
}

void BalanceJournal::migrated(double seconds) {
  moved_ = true;
  pending_seconds_ = seconds;
  seconds_ += seconds;
  ++migrations_;
  if (!pending_) return;
  moves_ += pending_->after.moved_blocks;
  if (!keeps_decisions_) return;
  decisions_.push_back(
      {who(*pending_), "moves " + counted(pending_->after.moved_blocks, "block"),
       fmt::format("imbalance {:.2f}, {:.4g} -> {:.4g} ms per step predicted", pending_->imbalance,
                   1e3 * pending_->before.seconds, 1e3 * pending_->after.seconds)});
}

std::vector<StandingDecision> BalanceJournal::take_decisions() {
  keeps_decisions_ = true;
  return std::exchange(decisions_, {});
}

void BalanceJournal::close() {
  if (pending_ && !moved_) {
    pending_->accepted = false;
    pending_->reason = "the run ended, or the grid was redecomposed, before the blocks moved";
  }
  if (pending_) write(*pending_, {pending_->accepted ? "moved" : "refused: " + pending_->reason});
  pending_.reset();
}

void BalanceJournal::write(const BalanceDecision& decision, const Outcome& outcome) {
  if (!is_open_) return;
  json line = {{"step", decision.step},
               {"balancer", decision.undoes      ? "undo"
                            : decision.goes_home ? "home"
                                                 : decision.balancer},
               {"choice", choice_json(decision)},
               {"measured",
                {{"seconds_per_step", decision.slowest},
                 {"imbalance", decision.imbalance},
                 {"busy_seconds_by_rank", decision.busy},
                 {"idle_seconds_by_rank", decision.idle},
                 {"seconds_per_message", decision.message},
                 {"seconds_per_byte", decision.byte}}},
               {"predicted", prediction_json(decision)},
               {"moved_bytes", decision.after.moved_bytes},
               {"price_seconds", decision.price},
               {"planning_seconds", decision.planning},
               {"trust", decision.trust},
               {"moves", moves_json(decision.moves)},
               {"outcome", outcome.text},
               {"pause", pause_json(outcome.pause)}};
  line["change_seconds"] = decision.accepted ? json(pending_seconds_) : json(nullptr);
  line["result"] = outcome.slowest ? json{{"seconds_per_step", *outcome.slowest},
                                          {"imbalance", outcome.imbalance}}
                                   : json(nullptr);
  try {
    file_.append(line.dump() + "\n");
  } catch (const Error& error) {
    failure_ = error;
    is_open_ = false;
  }
}

std::vector<std::string> BalanceJournal::take_lines() { return std::exchange(lines_, {}); }

std::string BalanceJournal::closing_sentence() const {
  if (!first_imbalance_) return fmt::format("balancing ({}): the run is too short", balancer_);
  const std::string divided =
      divisions_ == 0 ? ""
                      : fmt::format("; the grid was divided among sites {} in {:.3g} s",
                                    counted(divisions_, "more time"), division_seconds_);
  return fmt::format(
      "balancing ({}): {} of {} plans carried out, planning took {:.3g} s; blocks moved {} in "
      "{:.3g} s{}; imbalance {:.2f} -> {:.2f}",
      balancer_, migrations_, plans_, planning_, counted(moves_, "time"), seconds_, divided,
      *first_imbalance_, last_imbalance_);
}

std::string BalanceJournal::summary() const {
  return json{{"balancer", balancer_},
              {"plans", plans_},
              {"planning_seconds", planning_},
              {"window_seconds", windows_},
              {"migrations", migrations_},
              {"moved_blocks", moves_},
              {"divisions", divisions_},
              {"division_seconds", division_seconds_},
              {"migration_seconds", seconds_},
              {"first_imbalance", first_imbalance_.value_or(1)},
              {"last_imbalance", last_imbalance_}}
      .dump();
}

}  // namespace cardon
