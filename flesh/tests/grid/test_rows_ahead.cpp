// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/thorn/rows_ahead.hpp>
#include <map>
#include <set>
#include <vector>

namespace cardon {
namespace {

using ::testing::IsEmpty;

constexpr std::ptrdiff_t line = 8, sy = 12 * line, sz = 40 * sy;

struct Case {
  int first, count, rows, planes, radius, parts = 4;
};

/// A kernel that goes over a strip, and the requests that it makes of its fields.
class Requests {
 public:
  Requests(const Case& c, const std::vector<Prefetch>& fields) : c_(c), fields_(fields) {
    const Point first{c.first, 8, 8, nullptr};
    StripAhead ahead(RowsAhead{fields}, first, c.count, c.rows, c.planes);
    for (int k = 0; k < c.planes; ++k)
      for (int j = 0; j < c.rows; ++j) {
        const Point p{first.a, first.b + j, first.c + k, nullptr};
        ahead.begin_row(p, c.count, c.parts);
        for (int part = 0; part < c.parts; ++part) request(ahead, p, part, k);
      }
  }
  /// Addresses that were requested while a plane was computed.
  const std::vector<const Real*>& during(int plane) { return during_[plane]; }
  /// Lines that a stencil reads in a plane, or in the plane after it that it meets first.
  std::set<std::ptrdiff_t> read(int plane) const {
    std::set<std::ptrdiff_t> lines;
    for (int j = 8 - c_.radius; j < 8 + c_.rows + c_.radius; ++j)
      for (int i = c_.first - c_.radius; i < c_.first + c_.count + c_.radius; ++i)
        lines.insert(((8 + plane + c_.radius) * sz + j * sy + i) / line);
    return lines;
  }

 private:
  void request(const StripAhead& ahead, const Point& p, int part, int plane) {
    const auto keep = [&](const Real* at) { during_[plane].push_back(at); };
    for (const Prefetch& field : fields_) {
      const Real* const here = field.origin + (p.c * sz + p.b * sy + p.a);
      field.radius[0] >= 0 ? ahead.visit_read(here, part, keep)
                           : ahead.visit_written(here, part, keep);
    }
  }

  Case c_;
  std::vector<Prefetch> fields_;
  std::map<int, std::vector<const Real*>> during_;
};

class RowsAheadTest : public ::testing::Test {
 protected:
  static std::multiset<std::ptrdiff_t> lines(const std::vector<const Real*>& requests,
                                             const Real* origin) {
    std::multiset<std::ptrdiff_t> found;
    for (const Real* at : requests) found.insert((at - origin) / line);
    return found;
  }
  static const Real* origin() { return storage().data(); }
  static std::vector<Real>& storage() {
    static std::vector<Real> values(std::size_t(40 * sz));
    return values;
  }
};

TEST_F(RowsAheadTest, WhatAStencilMeetsInTheNextPlaneIsRequestedOnce) {
  for (const Case& c : {Case{24, 32, 16, 5, 3}, Case{21, 30, 7, 3, 2}, Case{17, 8, 1, 2, 1, 1},
                        Case{30, 33, 16, 4, 4, 7}, Case{24, 9, 3, 3, 0, 30}}) {
    Requests requests(c, {{origin(), sy, sz, 2 * sy, {c.radius, c.radius, c.radius}}});
    for (int k = 0; k + 1 < c.planes; ++k) {
      const auto found = lines(requests.during(k), origin());
      for (const std::ptrdiff_t wanted : requests.read(k + 1)) EXPECT_TRUE(found.contains(wanted));
      for (const std::ptrdiff_t each : found) EXPECT_EQ(found.count(each), 1u);
      EXPECT_LE(found.size(), requests.read(k + 1).size() + std::size_t(c.rows + 2 * c.radius));
    }
    EXPECT_THAT(requests.during(c.planes - 1), IsEmpty());
  }
}

TEST_F(RowsAheadTest, FieldsThatAreOnlyWrittenAreRequestedSomeRowsAhead) {
  Requests requests({24, 32, 4, 2, 1}, {{origin(), sy, sz, 2 * sy}});
  for (int k = 0; k < 2; ++k) {
    const auto found = lines(requests.during(k), origin());
    for (int j = 0; j < 4; ++j)
      for (int i = 24; i < 56; ++i)
        EXPECT_TRUE(found.contains(((8 + k) * sz + (8 + j + 2) * sy + i) / line));
  }
}

TEST_F(RowsAheadTest, OnePlaneRequestsRowsThatFollow) {
  Requests requests({24, 32, 4, 1, 1}, {{origin(), sy, sz, 2 * sy + sz, {1, 1, 1}}});
  const auto found = lines(requests.during(0), origin());
  for (int j = 0; j < 4; ++j)
    EXPECT_TRUE(found.contains(((8 + 1) * sz + (8 + j + 2) * sy + 24) / line));
}

// A core that has asked for many lines at once waits.
TEST_F(RowsAheadTest, PartsAreEqual) {
  const std::vector<Prefetch> fields{{origin(), sy, sz, 2 * sy, {2, 2, 2}}, {origin(), sy, sz, sy}};
  const Point first{24, 8, 8, nullptr};
  StripAhead ahead(RowsAhead{fields}, first, 64, 4, 2);
  ahead.begin_row(first, 64, 8);
  std::size_t read = 0, written = 0;
  for (int part = 0; part < 8; ++part) {
    std::size_t now = 0;
    ahead.visit_read(origin(), part, [&](const Real*) { ++now; });
    EXPECT_GE(now, 2u);  // 20 lines, of the 10 in each of 8 rows
    EXPECT_LE(now, 3u);
    read += now;
    ahead.visit_written(origin(), part, [&](const Real*) { ++written; });
    EXPECT_EQ(written, std::size_t(part) + 1);
  }
  EXPECT_EQ(read, 20u);
}

TEST_F(RowsAheadTest, NothingIsRequestedWithoutFields) {
  const Point first{24, 8, 8, nullptr};
  StripAhead ahead(RowsAhead{}, first, 32, 4, 2);
  EXPECT_FALSE(ahead.active());
  ahead.begin_row(first, 32, 1);
  const auto fail = [](const Real*) { ADD_FAILURE() << "requested"; };
  ahead.visit_read(origin(), 0, fail);
  ahead.visit_written(origin(), 0, fail);
}

}  // namespace
}  // namespace cardon
