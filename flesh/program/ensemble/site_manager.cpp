// SPDX-License-Identifier: Apache-2.0
#include "ensemble/site_manager.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cardon/kit/counted.hpp>
#include <cardon/services/timings.hpp>
#include <cardon/thorn/error.hpp>
#include <csignal>
#include <thread>

#include "ensemble/distributions.hpp"

namespace cardon {
namespace {

using nlohmann::json;

constexpr int max_losses = 2;           // of workers by one member
constexpr int max_fruitless = 4;        // workers in a row that end before they take members
constexpr double worker_timeout = 30;   // s that a worker has to end after it has said so
constexpr double retry_pause = 1;       // s until a worker that could not be started is tried again
constexpr double silence_period = 60;   // s
constexpr int max_silent_periods = 15;  // the master asks four times in each

}  // namespace

SiteManager::SiteManager(EventLoop& loop, const SiteOrder& order, std::string program,
                         Report report)
    : loop_(loop),
      order_(order),
      program_(std::move(program)),
      report_(std::move(report)),
      queues_(make_distribution(order.distribution)) {
  if (order_.cores <= 0) order_.cores = std::max(1u, std::thread::hardware_concurrency());
  const int fit = std::max(1, int(order_.cores / order_.base.ranks));
  cap_ = order_.workers > 0 ? order_.workers : fit;
  // At first about ten grains for each worker.
  const int first = std::clamp<int>(int(order_.expected), 1, std::min(cap_, fit));
  const long grain = std::max(1L, order_.expected / (10L * first));
  levels_ = std::bit_width(std::size_t(grain));
  FarmTuner::Setup setup{.levels = levels_};
  setup.nominal = [this](int, int level) {
    const double members = double(1L << (levels_ - 1 - level));
    return GrainCost{members, 1};  // s of one member are measured; a message is a message
  };
  tuner_.emplace(std::move(setup));
  wanted_ = first;
  while (active() < wanted_ && start_worker()) continue;
  report_({{"workers", active()}, {"grain", this->grain()}});
  say("start", {.reason = fmt::format("{:.3g} cores for members of {}, at most {}{}", order_.cores,
                                      counted(order_.base.ranks, "rank"), counted(cap_, "worker"),
                                      order_.grain > 0 ? "" : ", and about ten grains for each")});
  watch_master();
}

// A connection may break without an end that anybody sees. Periods in which nothing came are
// counted, so that a site that was suspended does not take the pause for silence.
void SiteManager::watch_master() {
  loop_.at(seconds_now() + silence_period, [this] {
    if (++silent_ > max_silent_periods) stop();
    watch_master();
  });
}

int SiteManager::active() const {
  return int(std::count_if(workers_.begin(), workers_.end(),
                           [](const auto& entry) { return !entry.second->retired; }));
}

// False: the system refuses, and it is tried again later.
bool SiteManager::start_worker() {
  auto worker = std::make_unique<Worker>();
  // Numbers are those of queues: the lowest that is free.
  while (workers_.contains(worker->number)) ++worker->number;
  try {
    worker->process = std::make_unique<PartnerProcess>(
        loop_, std::vector<std::string>{program_, "ensemble", "--worker"});
  } catch (const Error& error) {
    ++fruitless_;
    why_fruitless_ = error.problems().front().message;
    loop_.at(seconds_now() + retry_pause, [this] { fill(); });
    return false;
  }
  worker->channel = worker->process->take_channel();
  Worker* w = worker.get();
  worker->channel->on_line = [this, w](const std::string& line) { receive_line(*w, line); };
  worker->channel->on_end = [this, w] { worker_ended(*w); };
  worker->channel->send(json(order_.base).dump());
  workers_[worker->number] = std::move(worker);
  show_workers();
  return true;
}

// As many as were decided and have something to do. Where none starts, the site gives up.
void SiteManager::start_workers() {
  if (stopping_ || queues_.waiting() == 0) return;
  long idle = std::count_if(workers_.begin(), workers_.end(), [](const auto& entry) {
    const Worker& worker = *entry.second;
    return worker.members.empty() && !worker.retired && !worker.stopped;
  });
  for (; active() < wanted_ && idle < queues_.waiting() && fruitless_ < max_fruitless; ++idle)
    if (!start_worker()) break;
  if (active() > 0 || fruitless_ < max_fruitless) return;
  flush();
  report_({{"failed", "its workers end before they start a member: " + why_fruitless_}});
}

// Queues follow the workers that take members.
void SiteManager::show_workers() {
  std::vector<double> speeds;
  for (const auto& [number, worker] : workers_) {
    speeds.resize(std::size_t(number) + 1, 0.0);
    if (!worker->retired) speeds.back() = 1;
  }
  queues_.set_workers(std::move(speeds));
}

// In a moment: its channel may be in use.
void SiteManager::end(const Worker& worker) {
  loop_.at(seconds_now(), [this, number = worker.number] {
    const auto found = workers_.find(number);
    if (found != workers_.end() && found->second->members.empty()) workers_.erase(found);
  });
}

void SiteManager::receive(const json& message) {
  silent_ = 0;
  if (message.contains("members")) {
    std::vector<int> numbers;
    for (const json& entry : message["members"]) {
      const auto member = entry.get<Member>();
      members_[member.number] = member;
      losses_[member.number] = entry.value("losses", 0);
      numbers.push_back(member.number);
    }
    queues_.add(numbers);
  }
  if (message.contains("ping")) report_({{"pong", message["ping"]}});
  group_ = message.value("group", group_);
  last_ = message.value("last", last_);
  if (message.contains("cap")) use_workers(message["cap"]);
  fill();
}

// Those that are released end when they have done what they have.
void SiteManager::use_workers(int count) {
  cap_ = std::max(1, count);
  wanted_ = std::min(wanted_, cap_);
  for (auto worker = workers_.rbegin(); worker != workers_.rend() && active() > cap_; ++worker)
    worker->second->retired = true;
  show_workers();
}

void SiteManager::fill() {
  start_workers();
  for (auto& [number, worker] : workers_)
    if (worker->members.empty()) hand_out(*worker);
  if (queues_.waiting() == 0) flush();
}

void SiteManager::hand_out(Worker& worker) {
  const double start = seconds_now();
  if (worker.retired || stopping_) {
    end(worker);
    return;
  }
  if (!worker.ready || worker.stopped) return;
  // Towards the end smaller grains, so that all end together.
  const long fair = std::max(1L, queues_.waiting() / std::max(1, active()));
  const long max_members = last_ && order_.grain == 0 ? std::min(grain(), fair) : grain();
  worker.members = queues_.take(worker.number, max_members);
  if (worker.members.empty()) return;
  json grain = json::array();
  for (const int number : worker.members) grain.push_back(members_[number]);
  worker.given = worker.members.size();
  worker.grain_seconds = 0;
  worker.channel->send(grain.dump());
  handling_ = seconds_now() - start;
}

void SiteManager::receive_line(Worker& worker, const std::string& line) {
  const json parsed = json::parse(line, nullptr, false);
  if (!parsed.is_object()) return;
  if (parsed.contains("ready")) {
    worker.ready = true;
    fruitless_ = 0;
    if (worker.members.empty()) hand_out(worker);
  } else if (parsed.contains("stopped")) {
    worker.stopped = true;
  } else if (!worker.members.empty()) {
    take_result(worker, parsed.get<MemberResult>());
  }
}

void SiteManager::take_result(Worker& worker, MemberResult result) {
  const double start = seconds_now();
  result.losses = losses_[result.number];
  if (result.outcome == "interrupted") worker.stopped = true;
  seconds_ += result.seconds;
  processor_seconds_ += result.processor_seconds;
  worker.grain_seconds += result.seconds;
  std::erase(worker.members, result.number);
  keep(std::move(result));
  if (!worker.members.empty()) return;
  // The last grains are smaller: costs are those of a whole one.
  const double part = double(worker.given) / double(grain());
  if (order_.grain == 0)
    tuner_->record(0, level_, {worker.grain_seconds / part, handling_ + seconds_now() - start});
  hand_out(worker);
  tune();
  if (queues_.waiting() == 0) flush();
}

void SiteManager::keep(MemberResult result) {
  members_.erase(result.number);
  results_.push_back(std::move(result));
  if (stopping_ || long(results_.size()) >= group_) flush();
}

void SiteManager::flush() {
  if (results_.empty()) return;
  report_({{"results", results_}, {"workers", active()}});
  results_.clear();
}

void SiteManager::tune() {
  if (stopping_ || !tuner_->due(active())) return;
  FarmTuner::Situation situation{.workers = {active()}, .level = level_};
  const long waiting = queues_.waiting();
  situation.obtainable = int(std::min<long>(cap_ - active(), waiting));
  situation.cores = order_.cores;
  if (seconds_ > 0) situation.cores_per_worker = processor_seconds_ / seconds_;
  const FarmDecision decision = tuner_->decide(situation);
  using Action = FarmDecision::Action;
  switch (decision.action) {
    case Action::coarsen:
      --level_;
      break;
    case Action::refine:
      ++level_;
      break;
    case Action::add:
      wanted_ = decision.workers[0];
      fill();
      break;
    case Action::keep:
    case Action::release:
      return;
  }
  say(action_word(decision.action), decision);
}

void SiteManager::say(const char* what, const FarmDecision& decision) {
  report_({{"decision",
            {{"what", what},
             {"why", decision.reason},
             {"port_load", decision.load},
             {"grain", grain()},
             {"workers", active()},
             {"member_seconds", tuner_->knows(0) ? tuner_->cost(0, levels_ - 1).compute : 0}}}});
}

void SiteManager::worker_ended(Worker& worker) {
  if (worker.members.empty()) worker.stopped = true;  // it gets no more
  worker.process->end(worker_timeout,
                      [this, w = &worker](const std::string& how) { replace(*w, how); });
}

void SiteManager::replace(Worker& worker, const std::string& how) {
  if (worker.ready) {
    fruitless_ = 0;
  } else {
    ++fruitless_;
    why_fruitless_ = how;
  }
  lose(worker, how);
  workers_.erase(worker.number);
  show_workers();
  if (!stopping_) fill();
}

// What it had is handed out again, but a member that ends worker after worker is not.
void SiteManager::lose(Worker& worker, const std::string& how) {
  if (stopping_) return;
  if (worker.members.empty()) {
    if (!worker.retired) report_({{"lost", {{"member", ""}, {"how", how}}}});
    return;
  }
  // One that was stopped has not begun the next member.
  const int running = worker.members.front();
  const std::string name = worker.stopped ? "" : members_[running].name;
  report_({{"lost", {{"member", name}, {"number", running}, {"how", how}}}});
  if (!worker.stopped && ++losses_[running] >= max_losses) {
    MemberResult result{.number = running, .name = members_[running].name, .outcome = "crashed"};
    result.error =
        fmt::format("{} workers ended while they computed it, the last one by {}", max_losses, how);
    result.figures.resize(order_.base.scalars.size() + order_.base.summary.size());
    result.losses = losses_[running];
    worker.members.erase(worker.members.begin());
    keep(std::move(result));
  }
  queues_.add(worker.members, true);
  worker.members.clear();
}

void SiteManager::stop() {
  if (stopping_) return;
  stopping_ = true;
  flush();  // no further result may come that would complete a group
  for (auto& [number, worker] : workers_) {
    worker->process->send(SIGTERM);
    if (worker->members.empty()) hand_out(*worker);
  }
}

void SiteManager::hurry() {
  for (auto& [number, worker] : workers_) worker->process->send(SIGTERM);
}

}  // namespace cardon
