// SPDX-License-Identifier: Apache-2.0
#include "ensemble/remote_site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cardon/services/timings.hpp>
#include <cardon/thorn/version.hpp>
#include <cmath>

#include "retry/launch_words.hpp"
#include "task_farm/farm_simulator.hpp"

namespace cardon {
namespace {

using nlohmann::json;

std::vector<std::string> command_of(const EnsembleSite& site, const std::string& program) {
  std::vector<std::string> words;
  if (!site.launcher.empty()) words = launch_words(site.launcher);
  words.insert(words.end(),
               {site.program.empty() ? program : site.program, "ensemble", "--manager"});
  return words;
}

}  // namespace

RemoteSite::RemoteSite(EventLoop& loop, const EnsembleSite& site, const SiteOrder& order,
                       bool whole, const std::string& program, const SiteTimeouts& timeouts)
    : site_(site), timeouts_(timeouts), whole_(whole), workers_(std::max(1, site.workers)) {
  process_ = std::make_unique<PartnerProcess>(loop, command_of(site, program));
  channel_ = process_->take_channel();
  if (site.link.any())
    channel_ = std::make_unique<DelayedChannel>(loop, std::move(channel_), site.link);
  // The coarsest grain leaves each site about ten of them.
  levels_ = std::bit_width(std::size_t(std::max(1L, order.expected / 10)));
  level_ = levels_ / 2;
  FarmTuner::Setup setup{.levels = levels_, .shares = true};
  setup.nominal = [this](int, int level) {
    const double members = double(1L << (levels_ - 1 - level));
    return GrainCost{members, std::max(1e-9, port_seconds(members))};
  };
  setup.live_latency = [this] { return shortest_ / 2; };
  tuner_.emplace(std::move(setup));
  channel_->send(json{{"order", order}, {"version", version_text}}.dump());
  ask();
}

void RemoteSite::end(std::function<void(const std::string& how)> then) {
  channel_.reset();
  // Where nobody has answered, nothing runs that could want to end.
  const double patience = answered_ ? timeouts_.end : std::min(2.0, timeouts_.end);
  process_->end(patience, [this, then = std::move(then)](const std::string& how) {
    outstanding_.clear();
    process_.reset();
    then(how);
  });
}

std::string RemoteSite::ask() {
  const double limit = answered_ ? timeouts_.silent : timeouts_.start;
  if (unanswered_ * timeouts_.ping >= limit)
    return fmt::format("it has not answered for {:.3g} s", limit);
  ++unanswered_;
  channel_->send(json{{"ping", asks_}}.dump());
  asked_[asks_++] = {seconds_now(), 0};
  return "";
}

double RemoteSite::port_seconds(double members) const {
  return members * std::max(sent_bytes_, received_bytes_) * byte_seconds_;
}

double RemoteSite::rate() const { return workers_ / (member_seconds_ > 0 ? member_seconds_ : 1); }

long RemoteSite::wants(long left, double share) const {
  if (!connected()) return 0;
  if (whole_) return left;
  // What its workers have, a grain that waits there and one that is on its way.
  const long stock = workers_ * worker_grain_ + 2 * grain();
  const auto fair = long(std::ceil(double(left) * share / 2));
  return std::min({grain(), fair, stock - long(outstanding_.size())});
}

void RemoteSite::send(const std::vector<Member>& members, const std::map<int, int>& losses,
                      bool last) {
  json list = json::array();
  for (const Member& member : members) {
    list.push_back(member);
    if (const auto lost = losses.find(member.number); lost != losses.end())
      list.back()["losses"] = lost->second;
    outstanding_.insert(member.number);
  }
  const json message{{"members", list},
                     {"group", site_.link.any() || !site_.launcher.empty() ? grain() : 1},
                     {"last", last},
                     {"ping", asks_}};
  const std::string line = message.dump();
  sent_bytes_ = double(line.size()) / double(members.size());
  asked_[asks_++] = {seconds_now(), double(line.size())};
  channel_->send(line);
}

void RemoteSite::take(const json& message, std::size_t bytes) {
  unanswered_ = 0;
  answered_ = true;
  if (message.contains("results"))
    received_bytes_ = double(bytes) / double(std::max<std::size_t>(1, message["results"].size()));
  workers_ = std::clamp(message.value("workers", workers_), 1, cap_);
  worker_grain_ = message.value("grain", worker_grain_);
  if (message.contains("decision"))
    worker_grain_ = message["decision"].value("grain", worker_grain_);
  if (!message.contains("pong")) return;
  const auto asked = asked_.find(message["pong"].get<long>());
  if (asked == asked_.end()) return;
  const auto [when, sent] = asked->second;
  const double seconds = seconds_now() - when;
  asked_.erase(asked);
  if (shortest_ == 0 || seconds < shortest_) shortest_ = seconds;
  if (sent == 0) return;
  // Weighted by bytes: a mean over all that was sent.
  byte_sum_ += sent;
  byte_seconds_ += (std::max(0.0, seconds - shortest_) / sent - byte_seconds_) * sent / byte_sum_;
}

void RemoteSite::settle(const MemberResult& result) {
  outstanding_.erase(result.number);
  if (result.seconds <= 0) return;
  ++settled_;
  member_seconds_ += (result.seconds - member_seconds_) / double(std::min(settled_, 32L));
}

double RemoteSite::remaining(long left, int workers) const {
  FarmScene scene{.groups = {{.workers = workers, .latency = shortest_ / 2}}, .units = left};
  scene.compute = [this](int) { return member_seconds_; };
  scene.input = scene.output = [this](int) { return port_seconds(1); };
  return simulate_farm(scene).seconds;
}

std::optional<FarmDecision> RemoteSite::tune(long left) {
  if (whole_ || settled_ == 0 || left == 0) return {};
  const double members = double(grain());
  tuner_->record(0, level_, {members * member_seconds_, std::max(1e-9, port_seconds(members))});
  if (!tuner_->due(2)) return {};
  FarmTuner::Situation situation{.workers = {workers_}, .level = level_};
  situation.remaining = [&](const std::vector<int>& workers) {
    return remaining(left, workers[0]);
  };
  const FarmDecision decision = tuner_->decide(situation);
  using Action = FarmDecision::Action;
  if (decision.action == Action::keep) return {};
  if (decision.action == Action::coarsen) --level_;
  if (decision.action == Action::refine) ++level_;
  if (decision.action == Action::release) {
    workers_ = cap_ = decision.workers[0];
    channel_->send(json{{"cap", cap_}}.dump());
  }
  return decision;
}

}  // namespace cardon
