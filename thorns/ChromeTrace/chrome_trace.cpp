// SPDX-License-Identifier: Apache-2.0
#include "chrome_trace.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cardon/kit/collective_or_throw.hpp>
#include <cardon/kit/profile_listener.hpp>
#include <cardon/kit/text_gather.hpp>
#include <cardon/thorn/error.hpp>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <utility>

#include "late_senders.hpp"

namespace cardon {
namespace {

std::string host_here() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "?";
}

/// What rank 0 says.
std::int64_t agreed_origin(Transport& transport) {
  const std::int64_t own = std::chrono::duration_cast<std::chrono::nanoseconds>(
                               std::chrono::system_clock::now().time_since_epoch())
                               .count();
  const auto all = transport.all_gather(std::as_bytes(std::span(&own, 1)));
  std::int64_t first = 0;
  std::memcpy(&first, all.front().data(), sizeof first);
  return first;
}

[[noreturn]] void refuse_other_tool() {
  Problem problem{.slug = "trace/other-tool"};
  problem.message = "trace.steps is set, but Kokkos has loaded another tool";
  problem.help = "unset KOKKOS_TOOLS_LIBS and KOKKOS_PROFILE_LIBRARY, or omit trace.steps";
  throw Error(problem);
}

}  // namespace

void ChromeTrace::open(const StepSetup& setup) {
  const long count = setup.parameters.get("trace", steps);
  if (count == 0) return;
  first_ = std::max<long>(setup.parameters.get("trace", after), setup.first_iteration);
  last_ = first_ + count;
  driver_ = &setup.driver;
  transport_ = &setup.transport;
  tag_ = setup.tag;
  track_ = {transport_->rank(), fmt::format("rank {} on {}", transport_->rank(), host_here())};
  collective_or_throw(*transport_, [] {
    if (ProfileListener::another_tool()) refuse_other_tool();
  });
  ProfileListener::prepare(true, *transport_);
  collective_or_throw(*transport_, [this] {
    if (!recorder_.attach()) refuse_other_tool();
  });
  origin_ = agreed_origin(*transport_);
  // A restart has no look at the iteration of its checkpoint.
  recorder_.switch_on(setup.first_iteration > 0 && setup.first_iteration == first_);
}

StepOrder ChromeTrace::after_step(const StepView& step) {
  if (!transport_) return {};
  // Blocks run ahead, and tasks may wait to be computed together.
  if (step.iteration == first_ || step.iteration == last_) driver_->finish();
  recorder_.switch_on(step.iteration >= first_ && step.iteration < last_);
  return {};
}

void ChromeTrace::conclude() {
  if (!transport_) return;
  recorder_.detach();
  // One after the other: rank 0 holds the texts of all ranks.
  at_rank_0(trace_events(track_, recorder_, origin_), [this](const auto& ranks) {
    write("trace.json", [&](std::ostream& out) {
      const char* before = "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [\n";
      for (const std::string& rank : ranks) out << std::exchange(before, ",\n") << rank;
      out << "\n]}\n";
    });
  });
  at_rank_0(text_of({recorder_.names(), recorder_.spans(), recorder_.complete_until()}),
            [this](const auto& ranks) { search(ranks); });
}

void ChromeTrace::at_rank_0(const std::string& text,
                            const std::function<void(const std::vector<std::string>&)>& use) const {
  const std::vector<std::string> all = texts_at_rank_0(*transport_, tag_, text);
  collective_or_throw(*transport_, [&] {
    if (transport_->rank() == 0) use(all);
  });
}

StepReport ChromeTrace::report(double) {
  StepReport report{.activity = "trace"};
  if (!found_.empty()) report.lines.push_back(found_);
  return report;
}

void ChromeTrace::search(const std::vector<std::string>& ranks) {
  std::vector<RankSpans> spans;
  for (const std::string& rank : ranks) spans.push_back(rank_spans_of(rank));
  const std::vector<LateSender> found = late_senders(spans);
  const bool complete = std::all_of(spans.begin(), spans.end(), [](const RankSpans& rank) {
    return rank.complete_until == unlimited;
  });
  found_ = late_sender_sentence(found, complete);
  write("late_senders.tsv", [&](std::ostream& out) { out << late_sender_table(found); });
}

void ChromeTrace::write(const std::string& name,
                        const std::function<void(std::ostream&)>& contents) const {
  const std::filesystem::path path = folder_ / name;
  std::ofstream out(path);
  contents(out);
  if (out.flush()) return;
  Problem problem{.slug = "trace/not-written"};
  problem.message = fmt::format("cannot write {}: {}", path.string(), std::strerror(errno));
  problem.help = "free some space there, or omit trace.steps";
  throw Error(problem);
}

}  // namespace cardon
