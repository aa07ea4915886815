// SPDX-License-Identifier: Apache-2.0
#include "rank_reports.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace cardon {
namespace {

constexpr double between_looks = 0.02;  // s
// The first two reports: pages of runs with long steps show something soon, and those with short
// steps do not wait for an answer over a slow link.
constexpr long first_report = 2, second_report = 18;
constexpr long max_growth = 8;

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
  if (reported_ < 0 && due_ == 0) due_ = steps + first_report;
  if (steps == due_) return report(steps, driver);
  const double now = seconds_now();
  if (now - progressed_at_ < between_looks) return;
  progressed_at_ = now;
  agreement_.progress();
}

void RankReports::report(long steps, Driver& driver) {
  const double now = seconds_now();
  if (reported_ >= 0) {
    due_ = steps + from_bytes<long>(agreement_.conclude([&] { driver.finish(); }));
    steps_between_ = steps - reported_;
    seconds_between_ = now - reported_at_;
  } else {
    due_ = steps + second_report - first_report;
  }
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
  const long before = std::max(due_ - reported_, 1L);
  if (seconds_between_ <= 0) return bytes_of(before);
  const double step = seconds_between_ / double(steps_between_);
  const double wanted = std::ceil(interval_ / step) + 1;
  return bytes_of(long(std::min(wanted, double(max_growth * before))));
}

}  // namespace cardon
