// SPDX-License-Identifier: Apache-2.0
#include "ensemble/ensemble_master.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/services/timings.hpp>
#include <cardon/thorn/error.hpp>

#include "console/figure_text.hpp"
#include "ensemble/distributions.hpp"
#include "session/signals.hpp"

namespace cardon {
namespace {

using nlohmann::json;

// "1 member", "2 members"
std::string count_text(std::size_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace

EnsembleMaster::EnsembleMaster(const EnsembleSpec& spec, std::vector<Member> members,
                               EnsembleRecord& record, Say say, const SiteTimeouts& timeouts)
    : spec_(spec),
      record_(record),
      say_(std::move(say)),
      timeouts_(timeouts),
      queues_(make_distribution(spec.distribution)),
      total_(members.size()) {
  for (Member& member : members) members_.emplace(member.number, std::move(member));
}

void EnsembleMaster::run(const MemberBase& base, const std::string& digest,
                         const std::string& program) {
  const SignalWatch signals;
  SiteOrder order{.base = base, .grain = spec_.grain, .distribution = spec_.distribution};
  order.checksum = digest;
  order.plan = record_.plan();
  order.expected = std::max(1L, long(total_ / spec_.sites.size()));
  start_sites(order, program);
  show_sites();
  std::vector<int> numbers;
  for (const auto& [number, member] : members_) numbers.push_back(number);
  queues_.add(numbers);
  send();
  watch_sites();
  loop_.run([this] { return done(); });
  for (auto& site : sites_)
    if (site->connected()) site->end([](const std::string&) {});
  loop_.run([this] { return all_ended(); });
  if (members_.empty() || stopping_) return;
  throw Error({.slug = "ensemble/no-workers",
               .message = fmt::format("all sites have ended; {} left",
                                      count_text(members_.size(), "member is", "members are")),
               .notes = failures_,
               .help = "repeat the command to continue"},
              exit_environment);
}

// Those that cannot be started are lost.
void EnsembleMaster::start_sites(const SiteOrder& order, const std::string& program) {
  std::optional<Error> first;
  for (const EnsembleSite& site : spec_.sites) {
    try {
      open(site, order, program);
    } catch (const Error& error) {
      if (!first) first = error;
      const std::string why = error.problems().front().message;
      note_loss(site.name, why, fmt::format("site {}: {}", site.name, why), 0);
    }
  }
  if (sites_.empty() && first) throw *first;
}

void EnsembleMaster::open(const EnsembleSite& site, SiteOrder order, const std::string& program) {
  order.workers = site.workers;
  order.cores = site.cores;
  const bool whole = spec_.sites.size() == 1 && !site.link.any();
  sites_.push_back(std::make_unique<RemoteSite>(loop_, site, order, whole, program, timeouts_));
  const std::size_t number = sites_.size() - 1;
  sites_.back()->channel().on_line = [this, number](const std::string& line) {
    receive(number, line);
  };
  sites_.back()->channel().on_end = [this, number] { lose(number); };
  if (!whole)
    record_.decide({{"site", site.name},
                    {"what", "start"},
                    {"grain_over_link", sites_.back()->grain()},
                    {"members_done", 0},
                    {"why", "a few dozen grains for each site"}});
}

// A connection may break without an end that anybody sees.
void EnsembleMaster::watch_sites() {
  loop_.at(seconds_now() + timeouts_.ping, [this] {
    for (std::size_t s = 0; s < sites_.size(); ++s) {
      if (!sites_[s]->connected()) continue;
      if (const std::string why = sites_[s]->ask(); !why.empty())
        lose(s, why);
      else if (sites_[s]->starts_slowly())
        say_(fmt::format("site {} has not answered yet; it may take {:.3g} s", sites_[s]->name(),
                         timeouts_.start));
    }
    watch_sites();
  });
}

void EnsembleMaster::show_sites() {
  std::vector<double> speeds;
  for (const auto& site : sites_) speeds.push_back(site->connected() ? site->rate() : 0);
  queues_.set_workers(std::move(speeds));
}

// Of all that is done in a second.
double EnsembleMaster::share(std::size_t site) const {
  double sum = 0;
  for (const auto& other : sites_)
    if (other->connected()) sum += other->rate();
  return sum > 0 ? sites_[site]->rate() / sum : 1;
}

void EnsembleMaster::send() {
  for (bool sent = true; sent && !stopping_;) {
    sent = false;
    for (std::size_t s = 0; s < sites_.size(); ++s) {
      const long count = sites_[s]->wants(queues_.waiting(), share(s));
      if (count <= 0) continue;
      std::vector<Member> members;
      for (const int number : queues_.take(int(s), count)) members.push_back(members_.at(number));
      if (members.empty()) continue;
      sites_[s]->send(members, losses_, queues_.waiting() == 0);
      sent = true;
    }
  }
}

void EnsembleMaster::receive(std::size_t site, const std::string& line) {
  const json message = json::parse(line, nullptr, false);
  if (!message.is_object()) return;
  RemoteSite& from = *sites_[site];
  from.take(message, line.size());
  if (message.contains("decision")) decide(from.name(), message["decision"]);
  if (message.contains("lost")) take_loss(from.name(), message["lost"]);
  if (message.contains("results")) take_results(site, message["results"]);
  if (!message.contains("failed")) return;
  reported_[site] = message["failed"].get<std::string>();
  // Its launcher may remain. In a moment: the channel is in use.
  loop_.at(seconds_now(), [this, site] {
    if (sites_[site]->connected()) lose(site);
  });
}

void EnsembleMaster::take_loss(const std::string& site, const json& lost) {
  const auto member = lost["member"].get<std::string>();
  if (!member.empty()) ++losses_[lost["number"].get<int>()];
  say_(fmt::format("a worker of site {} ended by {}{}", site, lost["how"].get<std::string>(),
                   member.empty() ? ", which computed no member" : " while it computed " + member));
  decide(
      "",
      {{"site", site}, {"what", "lost worker"}, {"why", lost["how"]}, {"member", lost["member"]}});
}

void EnsembleMaster::take_results(std::size_t site, const json& results) {
  RemoteSite& from = *sites_[site];
  for (const json& entry : results) {
    auto result = entry.get<MemberResult>();
    from.settle(result);
    result.site = from.name();
    if (!members_.contains(result.number)) continue;
    if (result.outcome == "interrupted") {  // somebody stopped its worker or its manager
      if (!stopping_) queues_.add({result.number}, true);
      continue;
    }
    record_.add(members_.at(result.number), result);
    members_.erase(result.number);
    say_(fmt::format("{:>{}} of {}  {}: {}, {}, site {}{}", total_ - members_.size(),
                     std::to_string(total_).size(), total_, result.name, result.outcome,
                     duration_text(result.seconds), result.site,
                     result.error.empty() ? "" : "; " + result.error));
  }
  show_sites();
  const double left = double(queues_.waiting()) * share(site);
  if (const auto decision = from.tune(long(left)))
    decide(from.name(), {{"what", action_word(decision->action)},
                         {"why", decision->reason},
                         {"port_load", decision->load},
                         {"grain_over_link", from.grain()},
                         {"workers", from.workers()}});
  send();
}

void EnsembleMaster::decide(const std::string& site, const json& decision) {
  json entry = decision;
  entry["members_done"] = total_ - members_.size();
  if (site.empty()) {
    record_.decide(entry);
    return;
  }
  entry["site"] = site;
  record_.decide(entry);
  const bool link = entry.contains("grain_over_link");
  say_(fmt::format(
      "site {}: {}, now {} at once{}, {}: {}", site, entry["what"].get<std::string>(),
      count_text(entry[link ? "grain_over_link" : "grain"].get<std::size_t>(), "member", "members"),
      link ? " over the link" : "",
      count_text(entry["workers"].get<std::size_t>(), "worker", "workers"),
      entry["why"].get<std::string>()));
}

// Its members are handed to other sites as soon as its process has ended. `why`: other than by the
// end of its process.
void EnsembleMaster::lose(std::size_t site, std::string why) {
  if (why.empty()) why = reported_[site];
  sites_[site]->end(
      [this, site, why, outstanding = sites_[site]->outstanding()](const std::string& how) {
        const RemoteSite& gone = *sites_[site];
        std::vector<int> back;
        for (const int number : outstanding)
          if (members_.contains(number)) back.push_back(number);
        if (stopping_) return;
        note_loss(gone.name(), why.empty() ? how : why,
                  why.empty() ? fmt::format("the manager of site {} ended by {}", gone.name(), how)
                              : fmt::format("site {}: {}", gone.name(), why),
                  back.size());
        queues_.add(back, true);
        send();
      });
  show_sites();
  send();
}

void EnsembleMaster::note_loss(const std::string& site, const std::string& why,
                               const std::string& text, std::size_t back) {
  failures_.push_back(text);
  say_(fmt::format(
      "{}{}", text,
      back == 0 ? "" : fmt::format("; {} back", count_text(back, "member goes", "members go"))));
  record_.decide({{"site", site}, {"what", "lost site"}, {"why", why}});
}

bool EnsembleMaster::all_ended() const {
  return std::all_of(sites_.begin(), sites_.end(), [](const auto& site) { return site->ended(); });
}

bool EnsembleMaster::done() {
  if (members_.empty()) return true;
  if (SignalWatch::caught() != 0) stop();
  return all_ended();
}

void EnsembleMaster::stop() {
  if (stopping_) return;
  stopping_ = true;
  say_("stopped by a signal: members that run write checkpoints");
  for (auto& site : sites_) {
    if (!site->connected()) continue;
    // Nothing can run where nobody has answered yet.
    if (site->answered())
      site->stop();
    else
      site->end([](const std::string&) {});
  }
}

}  // namespace cardon
