// SPDX-License-Identifier: Apache-2.0
#include "ensemble/ensemble_master.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cardon/services/timings.hpp"
#include "cardon/thorn/error.hpp"
#include "console/figure_text.hpp"
#include "ensemble/distributions.hpp"
#include "session/signals.hpp"

namespace cardon {
namespace {

using nlohmann::json;

}  // namespace

EnsembleMaster::EnsembleMaster(const EnsembleSpec& spec, std::vector<Member> members,
                               EnsembleRecord& record, Say say)
    : spec_(spec),
      record_(record),
      say_(std::move(say)),
      queues_(make_distribution(spec.distribution)),
      total_(members.size()) {
  std::vector<int> numbers;
  for (Member& member : members) {
    numbers.push_back(member.number);
    members_.emplace(member.number, std::move(member));
  }
  queues_.add(numbers);
}

void EnsembleMaster::run(const MemberBase& base, const std::string& digest,
                         const std::string& program) {
  const SignalWatch signals;
  SiteOrder order{.base = base, .grain = spec_.grain, .distribution = spec_.distribution};
  order.checksum = digest;
  order.expected = std::max(1L, long(total_ / spec_.sites.size()));
  for (const EnsembleSite& site : spec_.sites) open(site, order, program);
  show_sites();
  send();
  loop_.run([this] { return done(); });
  for (auto& site : sites_)
    if (!site->ended()) site->end();
  if (members_.empty() || stopping_) return;
  throw Error(
      {.slug = "ensemble/no-workers",
       .message = fmt::format("no site has workers any more; {} members are left", members_.size()),
       .notes = failures_,
       .help = "the same call again goes on with them"},
      exit_environment);
}

void EnsembleMaster::open(const EnsembleSite& site, SiteOrder order, const std::string& program) {
  order.workers = site.workers;
  order.cores = site.cores;
  const bool whole = spec_.sites.size() == 1 && !site.link.any();
  sites_.push_back(std::make_unique<RemoteSite>(loop_, site, order, whole, program));
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

void EnsembleMaster::show_sites() {
  std::vector<double> speeds;
  for (const auto& site : sites_) speeds.push_back(site->ended() ? 0 : site->rate());
  queues_.set_workers(std::move(speeds));
}

// Of all that is done in a second.
double EnsembleMaster::share(std::size_t site) const {
  double sum = 0;
  for (const auto& other : sites_)
    if (!other->ended()) sum += other->rate();
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
  if (message.contains("failed")) {
    failures_.push_back(
        fmt::format("site {}: {}", from.name(), message["failed"].get<std::string>()));
    // Its launcher may go on without it.
    loop_.at(seconds_now(), [this, site] {
      if (!sites_[site]->ended()) lose(site);
    });
  }
  if (message.contains("decision")) decide(from.name(), message["decision"]);
  if (message.contains("lost")) {
    const json& lost = message["lost"];
    const auto member = lost["member"].get<std::string>();
    say_(fmt::format("a worker of site {} ended by {}{}", from.name(),
                     lost["how"].get<std::string>(),
                     member.empty() ? ", which had no member" : " while it computed " + member));
    decide("", {{"site", from.name()},
                {"what", "lost worker"},
                {"why", lost["how"]},
                {"member", lost["member"]}});
  }
  if (message.contains("results")) take_results(site, message["results"]);
}

void EnsembleMaster::take_results(std::size_t site, const json& results) {
  RemoteSite& from = *sites_[site];
  for (const json& entry : results) {
    auto result = entry.get<MemberResult>();
    from.settle(result);
    result.site = from.name();
    if (!members_.contains(result.number)) continue;
    if (result.outcome == "interrupted") continue;
    record_.add(result);
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
      "site {}: {}, now {} members at once{}, {} workers: {}", site,
      entry["what"].get<std::string>(), entry[link ? "grain_over_link" : "grain"].get<long>(),
      link ? " over the link" : "", entry["workers"].get<int>(), entry["why"].get<std::string>()));
}

// Its members are handed to other sites.
void EnsembleMaster::lose(std::size_t site) {
  RemoteSite& gone = *sites_[site];
  const std::set<int> outstanding = gone.outstanding();
  const std::string how = gone.end();
  std::vector<int> back;
  for (const int number : outstanding)
    if (members_.contains(number)) back.push_back(number);
  show_sites();
  if (stopping_) return;
  failures_.push_back(fmt::format("the manager of site {} ended by {}", gone.name(), how));
  say_(fmt::format("{}; {} members go back", failures_.back(), back.size()));
  record_.decide({{"site", gone.name()}, {"what", "lost site"}, {"why", how}});
  queues_.add(back, true);
  send();
}

bool EnsembleMaster::done() {
  if (SignalWatch::caught() != 0) stop();
  const bool gone =
      std::all_of(sites_.begin(), sites_.end(), [](const auto& site) { return site->ended(); });
  return gone || members_.empty();
}

void EnsembleMaster::stop() {
  if (stopping_) return;
  stopping_ = true;
  say_("stopped by a signal: members that run write checkpoints");
  for (auto& site : sites_)
    if (!site->ended()) site->stop();
}

}  // namespace cardon
