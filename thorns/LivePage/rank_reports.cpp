// SPDX-License-Identifier: Apache-2.0
#include "rank_reports.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace cardon {
namespace {

constexpr double between_looks = 0.02;  // s
constexpr double shortest_step = 1e-9;  // s
// Steps to the first report and from that to the second, so that pages of runs with long steps show
// something soon.
constexpr long before_first = 2, before_second = 16;
// A slow rank may be some steps behind.
constexpr long min_steps = 4;
// Against wrong guesses, as after a pause.
constexpr long max_change = 8;

struct Figures {
  double compute = 0, exchange = 0;
};

Figures figures_of(const Timings& timings) {
  Figures sum;
  for (const TaskTimings& task : timings.tasks) sum.compute += task.compute + task.boundary;
  for (const LinkTimings& link : timings.links)
    sum.exchange += link.pack + link.poll + link.wait + link.unpack + link.copy;
  return sum;
}

template <class T>
Agreement::Bytes bytes_of(const T& value) {
  Agreement::Bytes bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

template <class T>
T from_bytes(const Agreement::Bytes& bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

std::vector<long> points_by_rank(const Decomposition& decomposition, int ranks) {
  std::vector<long> points(std::size_t(ranks), 0);
  for (std::size_t block = 0; block < decomposition.owned.size(); ++block)
    points.at(std::size_t(decomposition.rank_of_block[block])) +=
        decomposition.owned[block].points();
  return points;
}

}  // namespace

RankReports::RankReports(Transport& transport, int tag, double interval)
    : agreement_(transport, tag, sizeof(Figures),
                 [this](const Agreement::Reports& reports, bool) { return answer(reports); }),
      interval_(interval),
      points_(std::size_t(transport.size()), 0) {}

void RankReports::after_step(long steps, Driver& driver) {
  const double now = seconds_now();
  if (due_ < 0) {
    due_ = steps + before_first;
    reported_ = steps;
    reported_at_ = now;
  }
  if (steps >= due_) return report(steps, driver);
  if (now - progressed_at_ < between_looks) return;
  progressed_at_ = now;
  agreement_.progress();
}

void RankReports::report(long steps, Driver& driver) {
  long further = before_second;
  if (agreement_.is_open())
    further = from_bytes<long>(agreement_.conclude([&] { driver.finish(); }));
  const double now = seconds_now();
  steps_between_ = steps - reported_;
  seconds_between_ = now - reported_at_;
  due_ = steps + further;
  reported_ = steps;
  reported_at_ = now;
  if (agreement_.leads()) points_ = points_by_rank(driver.decomposition(), int(points_.size()));
  agreement_.report(bytes_of(figures_of(driver.timings())));
}

// On rank 0: the figures of all are there. Returns the steps from the next report to that behind.
Agreement::Bytes RankReports::answer(const Agreement::Reports& reports) {
  ranks_.resize(reports.size());
  for (std::size_t n = 0; n < reports.size(); ++n) {
    const auto figures = from_bytes<Figures>(reports[n]);
    ranks_[n].recent = figures.compute - ranks_[n].compute;
    ranks_[n].compute = figures.compute;
    ranks_[n].exchange = figures.exchange;
    ranks_[n].owned_points = points_[n];
  }
  const long before = due_ - reported_;
  const double step = std::max(seconds_between_ / double(steps_between_), shortest_step);
  const double wanted = std::clamp(std::ceil(interval_ / step), double(before) / max_change,
                                   double(before) * max_change);
  return bytes_of(std::max(long(wanted), min_steps));
}

}  // namespace cardon
