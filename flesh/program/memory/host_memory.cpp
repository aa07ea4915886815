// SPDX-License-Identifier: Apache-2.0
#include "memory/host_memory.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <span>

#include "base/gather_number.hpp"
#include "base/host_names.hpp"
#include "cores/memory_facts.hpp"

namespace cardon {
namespace {

constexpr double spare = 1.2;  // for what the format of a checkpoint needs besides the copies

/// The ranks of a host together, and what it has.
struct HostNeed {
  std::string name;
  int ranks = 0;
  double fields = 0, more = 0;  // what is not there yet
  double available = 0, total = 0;
};

/// What a rank tells the others; short, so that it crosses a slow link at once.
struct Share {
  double fields = 0, more = 0, available = 0, total = 0;
  char host[88] = {};
};

std::vector<Share> gather_shares(const RankMemory& own, Transport& transport) {
  const MemoryFacts facts = memory_facts();
  Share mine{own.fields, own.sum() - own.program, facts.available, facts.total, {}};
  host_name().copy(mine.host, sizeof mine.host - 1);
  std::vector<Share> shares;
  for (const auto& bytes : transport.all_gather(std::as_bytes(std::span(&mine, 1))))
    std::memcpy(&shares.emplace_back(), bytes.data(), sizeof(Share));
  return shares;
}

std::vector<HostNeed> host_needs(const RankMemory& own, Transport& transport) {
  std::map<std::string, HostNeed> hosts;
  for (const Share& share : gather_shares(own, transport)) {
    const HostNeed fresh{share.host, 0, 0, 0, share.available, share.total};
    HostNeed& host = hosts.try_emplace(share.host, fresh).first->second;
    ++host.ranks;
    host.fields += share.fields;
    host.more += share.more;
    host.available = std::min(host.available, share.available);
    host.total = std::min(host.total, share.total);
  }
  std::vector<HostNeed> list;
  for (const auto& [name, host] : hosts) list.push_back(host);
  return list;
}

std::string ranks_text(const HostNeed& host) {
  return host.ranks == 1 ? "the rank" : fmt::format("the {} ranks", host.ranks);
}

// Memory that is not touched costs nothing. Limits of the process (ulimit) are in no figure of the
// system; ranks that share it have to ask for theirs at the same time.
class TrialMemory {
 public:
  explicit TrialMemory(double bytes)
      : length_(std::max(std::size_t(1), std::size_t(bytes))),
        place_(mmap(nullptr, length_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
  }
  TrialMemory(const TrialMemory&) = delete;
  TrialMemory& operator=(const TrialMemory&) = delete;
  ~TrialMemory() {
    if (is_granted()) munmap(place_, length_);
  }
  bool is_granted() const { return place_ != MAP_FAILED; }

 private:
  std::size_t length_;
  void* place_;
};

std::ptrdiff_t refusals(double bytes, Transport& transport) {
  const TrialMemory trial(bytes);
  return std::ranges::count(gather_number(trial.is_granted() ? 0 : 1, transport), 1.0);
}

constexpr const char* remedy =
    "use fewer points, more hosts, or fewer ranks on this one; cardon check FILE --ranks N prints "
    "what each rank needs";

[[noreturn]] void throw_too_much(const HostNeed& host) {
  Problem problem{.slug = "environment/memory", .help = remedy};
  problem.message =
      fmt::format("the fields of {} on {} need {}, but at most {} are available", ranks_text(host),
                  host.name, memory_text(host.fields), memory_text(host.total));
  Error error(problem, exit_environment);
  throw error.on_all_ranks();
}

}  // namespace

std::vector<Problem> check_host_memory(const RankMemory& own, Transport& transport) {
  std::vector<Problem> warnings;
  for (const HostNeed& host : host_needs(own, transport)) {
    if (host.fields > host.total) throw_too_much(host);
    if (host.more <= host.available) continue;
    warnings.push_back(
        {.slug = "environment/memory-tight",
         .message = fmt::format("{} on {} will need about {} more, but {} are free there",
                                ranks_text(host), host.name, memory_text(host.more),
                                memory_text(host.available)),
         .help = remedy});
  }
  return warnings;
}

bool has_room(double bytes, Transport& transport, Problem& problem) {
  const auto refused = refusals(bytes, transport);
  const RankMemory more{.checkpoints = bytes};
  const auto tight = check_host_memory(more, transport);
  if (refused == 0 && tight.empty()) return true;
  problem.message = tight.empty() ? fmt::format("{} of {} ranks cannot allocate {} more", refused,
                                                transport.size(), memory_text(bytes))
                                  : tight.front().message;
  return false;
}

std::function<bool(Problem&)> checkpoint_room(const RankMemory& own, Transport& transport) {
  return [bytes = spare * own.checkpoints, &transport](Problem& lack) {
    return has_room(bytes, transport, lack);
  };
}

Error with_need(const Error& refused, const RankMemory& own) {
  std::vector<Problem> problems = refused.problems();
  problems.front().notes.insert(problems.front().notes.begin(),
                                fmt::format("in total, this rank needs about {}: fields {}, "
                                            "exchange {}, checkpoints {}, outputs {}, program {}",
                                            memory_text(own.sum()), memory_text(own.fields),
                                            memory_text(own.exchange), memory_text(own.checkpoints),
                                            memory_text(own.outputs), memory_text(own.program)));
  return Error(std::move(problems), refused.exit_code());
}

}  // namespace cardon
