// SPDX-License-Identifier: Apache-2.0
#include "run_requests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/collective_or_throw.hpp>
#include <fstream>
#include <sstream>
#include <utility>

#include "run_watch.hpp"

namespace cardon {
namespace {

using Json = nlohmann::json;

constexpr const char* section = "steering";
constexpr std::uintmax_t longest_record = 64 << 20;  // bytes

/// What it sets. Where the run ends is left out after its last step.
std::vector<std::string> words_of(const Json& request, bool last = false) {
  auto words = request.at("set").get<std::vector<std::string>>();
  if (last)
    std::erase_if(words, [](const std::string& word) {
      return word.starts_with("time.stop.") || word.starts_with("time.stop=");
    });
  return words;
}

/// The iteration of an entry of a record.
long iteration_of(const Json& request) {
  return request.contains("id") ? 0 : request.value("iteration", 0L);
}

bool ends_or_keeps(const Json& request) {
  const Json word = request.value("do", Json());
  return word == "stop" || word == "checkpoint";
}

std::string refusal(const std::string& message, const std::string& help) {
  return format_problem({.slug = "steering/not-now", .message = message, .help = help});
}

Error bad_replay(const std::string& file, const std::string& note, const Location& where) {
  return Error({.slug = "steering/replay",
                .message = "cannot replay " + file,
                .where = where,
                .notes = {note},
                .help = "give the file steering.jsonl of a run with the same parameters"});
}

std::string text_of(const std::string& file, const Location& where) {
  std::error_code code;
  if (!std::filesystem::is_regular_file(file, code))
    throw bad_replay(file, "there is no such file", where);
  if (std::filesystem::file_size(file, code) > longest_record)
    throw bad_replay(file, "it is too large", where);
  std::ifstream in(file, std::ios::binary);
  if (!in) throw bad_replay(file, "it cannot be read", where);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string from_rank_0(const std::string& text, Transport& transport) {
  const auto all = transport.all_gather(std::as_bytes(std::span(text)));
  return {reinterpret_cast<const char*>(all.front().data()), all.front().size()};
}

/// Where blocks lie, what is measured and which settings a tuner tries does not affect results.
bool is_about_the_machine(const std::string& word) {
  return word.starts_with("balance.") || word.starts_with("tuning.") ||
         word.starts_with("tunlets.");
}

bool pauses(const std::string& word) {
  return word == "pause" || word == "continue" || word == "step";
}

}  // namespace

void RunRequests::open(const StepSetup& setup) {
  steering_ = setup.steering;
  driver_ = &setup.driver;
  first_iteration_ = setup.first_iteration;
  adaptive_ = setup.adaptive;
  leads_ = setup.transport.rank() == 0;
  if (!setup.parameters.get(section, replay).empty()) read_replay(setup);
}

// The record is where rank 0 is.
void RunRequests::read_replay(const StepSetup& setup) {
  const std::string file(setup.parameters.get(section, replay));
  replay_where_ = setup.parameters.where(section, replay.name());
  std::string text;
  collective_or_throw(setup.transport, [&] {
    if (leads_) text = text_of(file, replay_where_);
  });
  std::istringstream lines(from_rank_0(text, setup.transport));
  long number = 0, before = 0;
  for (std::string line; std::getline(lines, line);) {
    Json entry = Json::parse(line, nullptr, false);
    ++number;
    // What a tuner or balancer decided, which affects no results.
    if (entry.is_object() && entry.contains("decided")) continue;
    const bool placed = entry.is_object() && entry.contains("iteration") &&
                        entry["iteration"].is_number_integer() && mistake_in(entry).empty();
    // Pauses may be at steps that were rejected afterwards.
    const bool is_pause = placed && pauses(entry.value("do", ""));
    if (!placed || (!is_pause && entry["iteration"] < before))
      throw bad_replay(file, fmt::format("line {} is not an entry of a record", number),
                       replay_where_);
    if (is_pause) continue;
    before = entry["iteration"];
    if (before > first_iteration_) replay_.push_back(std::move(entry));
  }
}

void RunRequests::record_in(const std::filesystem::path& run_folder) {
  if (!leads_ || steering_ == nullptr) return;
  box_.emplace(run_folder / "steering");
  record_.emplace(run_folder);
}

std::string RunRequests::requests() {
  if (!box_) return "";
  return box_->take(longest_requests, [this](const Json& request) -> std::string {
    if (!request.contains("set")) return "";
    const std::vector<Problem> problems = steering_->check(words_of(request));
    return problems.empty() ? "" : format_problems(problems, "nothing was changed.");
  });
}

bool RunRequests::idle() const {
  return replay_.empty() && deferred_.empty() && pending_.empty() && lines_.empty() && !paused_ &&
         !pause_at_;
}

void RunRequests::take(const std::string& requests, const StepView& step, bool held,
                       StepOrder& order) {
  if (steering_ == nullptr) return;
  held_ = held;
  if (pause_at_ && step.steps_taken() >= *pause_at_) {
    paused_ = true;
    pause_at_.reset();
  }
  replay_until(step, order);
  if (!requests.empty())
    for (const Json& request : Json::parse(requests)) carry_out(request, step, order);
  carry_out_deferred(step, order);
  if (!pending_.empty()) order.change = [this, step] { return change(step); };
  order.hold = !step.last && wants_pause(step);
  order.lines.insert(order.lines.end(), lines_.begin(), lines_.end());
  lines_.clear();
}

bool RunRequests::wants_pause(const StepView& step) const {
  return paused_ || std::any_of(deferred_.begin(), deferred_.end(), [&](const Json& request) {
           return iteration_of(request) <= step.iteration;
         });
}

/// In a pause, or when the run has ended.
void RunRequests::carry_out_deferred(const StepView& step, StepOrder& order) {
  if (!held_ && !step.last) return;
  for (const Json& request : std::exchange(deferred_, {}))
    if (iteration_of(request) <= step.iteration)
      carry_out(request, step, order);
    else
      deferred_.push_back(request);
}

void RunRequests::replay_until(const StepView& step, StepOrder& order) {
  while (!replay_.empty() && replay_.front()["iteration"] <= step.iteration) {
    carry_out(replay_.front(), step, order);
    replay_.pop_front();
  }
}

void RunRequests::carry_out(const Json& request, const StepView& step, StepOrder& order) {
  const std::string id = request.value("id", "");
  if (step.last && !id.empty())
    return refuse(id, refusal("the run has ended", "cardon run FILE --restart RUN"));
  // A record is replayed in parts: the checkpoint has the values with which the next one goes on.
  if (step.last && request.value("do", "") == "stop") return;
  if (request.contains("set")) {
    if (auto words = words_of(request, step.last); !words.empty())
      pending_.push_back({id, std::move(words), iteration_of(request)});
  } else if (request["do"] == "replan") {
    pending_.push_back({id, {}, iteration_of(request)});
  } else if (adaptive_ && !held_ && ends_or_keeps(request)) {
    deferred_.push_back(request);
  } else if (const std::string why = act(request, step, order); !why.empty()) {
    refuse(id, why);
  } else {
    nlohmann::ordered_json what{{"do", request["do"]}};
    if (request["do"] == "step") what["steps"] = request.value("steps", 1L);
    if (request.contains("why")) what["why"] = request["why"];
    done(id, step, what);
  }
}

/// Why it cannot be; empty: it is done.
std::string RunRequests::act(const Json& request, const StepView& step, StepOrder& order) {
  const std::string word = request["do"];
  if (word == "stop") {
    order.stop = request.value("why", "steering");
  } else if (word == "checkpoint") {
    if (!steering_->can_checkpoint())
      return refusal(
          "this run cannot write checkpoints",
          "they need thorns that write them and lay them out (Checkpoints, IOHDF5) and a driver "
          "that gives access to its blocks");
    order.checkpoint = true;
  } else if (word == "pause") {
    paused_ = true;
  } else {
    if (!paused_) return refusal("the run does not pause", "cardon steer RUN --pause");
    if (word == "step") pause_at_ = step.steps_taken() + request.value("steps", 1L);
    paused_ = false;
  }
  lines_.push_back(fmt::format("steering after iteration {}: {}", step.iteration, word));
  return "";
}

/// After the outputs of the step. Blocks that lag behind still take it with the values before; if
/// it is rejected, all is done after another one.
bool RunRequests::change(const StepView& step) {
  driver_->finish();
  if (!steering_->settle()) return true;
  bool changed = false;
  for (Change& change : std::exchange(pending_, {})) {
    is_replayed_ = change.id.empty();
    if (change.iteration > step.iteration)
      pending_.push_back(change);  // steps were rejected, and the run comes by again
    else if (!is_replayed_ || change.words.empty() || !leave_out(change, step))
      changed = carry_out(change, step) || changed;
  }
  return changed;
}

/// Of a record: what cannot be on the ranks of this run, or is about what it has not got. Returns
/// whether nothing is left.
bool RunRequests::leave_out(Change& change, const StepView& step) {
  std::erase_if(change.words, [&](const std::string& word) {
    if (!is_about_the_machine(word)) return false;
    const std::vector<Problem> problems = steering_->check({word});
    if (!problems.empty())
      lines_.push_back(fmt::format("replay after iteration {}: {} is left out ({})", step.iteration,
                                   word, problems.front().message));
    return !problems.empty();
  });
  return change.words.empty();
}

bool RunRequests::carry_out(const Change& change, const StepView& step) {
  if (change.words.empty()) {
    steering_->replan();
    lines_.push_back(fmt::format("steering after iteration {}: replan", step.iteration));
    done(change.id, step, {{"do", "replan"}});
    return true;
  }
  const std::vector<Problem> problems = steering_->check(change.words);
  if (!problems.empty()) {
    if (change.id.empty()) throw Error(problems).in_task();  // steps were run
    refuse(change.id, format_problems(problems, "nothing was changed."));
    return false;
  }
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const SteeredParameter& p : steering_->apply(change.words)) {
    all.push_back({{"parameter", p.name}, {"value", p.value}, {"before", p.before}});
    lines_.push_back(fmt::format("steering after iteration {}: {} = {} (was {})", step.iteration,
                                 p.name, p.value, p.before));
  }
  done(change.id, step, {{"set", change.words}, {"changed", std::move(all)}});
  return true;
}

void RunRequests::stop_for_wall(const StepView& step, const std::string& why, StepOrder& order) {
  const Json request{{"do", "stop"}, {"why", why}};
  if (adaptive_)
    deferred_.push_back(request);
  else if (!step.last)
    carry_out(request, step, order);
}

void RunRequests::done(const std::string& id, const StepView& step,
                       const nlohmann::ordered_json& what) {
  ++count_;
  nlohmann::ordered_json entry{{"iteration", step.iteration}, {"time", step.time}};
  entry.update(what);
  if (record_) record_->add(entry);
  if (!box_ || id.empty()) return;
  nlohmann::ordered_json answer{{"status", "done"}};
  answer.update(entry);
  box_->answer(id, answer);
}

void RunRequests::refuse(const std::string& id, const std::string& why) const {
  if (box_ && !id.empty()) box_->refuse(id, why);
}

StepReport RunRequests::report() {
  StepReport report{.lines = std::exchange(lines_, {})};
  if (count_ > 0) report.summary = nlohmann::json{{"steering", count_}}.dump();
  if (record_) report.failure = record_->failure();
  return report;
}

}  // namespace cardon
