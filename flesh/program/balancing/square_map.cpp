// SPDX-License-Identifier: Apache-2.0
#include "balancing/square_map.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace cardon {
namespace {

struct Cell {
  int row, column;
};

class SiteMap {
 public:
  SiteMap(int rows, int columns, int ranks, int first_rank, std::vector<int>& owners)
      : rows_(rows), columns_(columns), ranks_(ranks), first_(first_rank), owners_(owners) {}

  void place(SiteColumns site, bool lower_border, bool upper_border) {
    std::vector<Cell> border, inner;
    for (int row = 0; row < rows_; ++row)
      for (int column = site.first; column < site.last; ++column) {
        const bool at_border =
            (lower_border && column == site.first) || (upper_border && column == site.last - 1);
        (at_border ? border : inner).push_back({row, column});
      }
    const long all = long(border.size() + inner.size());
    for (int rank = 0; rank < ranks_; ++rank) {
      border_.push_back(share(long(border.size()), rank));
      inner_.push_back(share(all, rank) - border_.back());
    }
    row_.assign(std::size_t(ranks_), 0);
    bisect(inner, 0, ranks_);
    deal(border);
  }

 private:
  long share(long all, int rank) const { return all * (rank + 1) / ranks_ - all * rank / ranks_; }
  void give(const Cell& cell, int rank) {
    owners_[std::size_t(cell.row) * std::size_t(columns_) + std::size_t(cell.column)] =
        first_ + rank;
  }

  // Across the longer side of what is left.
  void bisect(std::span<Cell> cells, int first, int last) {
    if (last - first == 1) {
      for (const Cell& cell : cells) {
        give(cell, first);
        row_[std::size_t(first)] += double(cell.row) / double(cells.size());
      }
      return;
    }
    int low[2] = {rows_, columns_}, high[2] = {0, 0};
    for (const Cell& cell : cells)
      for (const int d : {0, 1}) {
        low[d] = std::min(low[d], d == 0 ? cell.row : cell.column);
        high[d] = std::max(high[d], d == 0 ? cell.row : cell.column);
      }
    const bool by_row = high[0] - low[0] >= high[1] - low[1];
    std::sort(cells.begin(), cells.end(), [by_row](const Cell& a, const Cell& b) {
      const bool equal = by_row ? a.row == b.row : a.column == b.column;
      return equal == by_row ? a.column < b.column : a.row < b.row;
    });
    const int middle = (first + last) / 2;
    const auto count =
        std::size_t(std::accumulate(inner_.begin() + first, inner_.begin() + middle, 0L));
    bisect(cells.subspan(0, count), first, middle);
    bisect(cells.subspan(count), middle, last);
  }

  // Runs of rows, to ranks in the order of the rows of their groups.
  void deal(const std::vector<Cell>& border) {
    std::vector<int> order(static_cast<std::size_t>(ranks_));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [this](int a, int b) { return row_[std::size_t(a)] < row_[std::size_t(b)]; });
    std::size_t next = 0;
    for (const int rank : order)
      for (long n = 0; n < border_[std::size_t(rank)]; ++n) give(border[next++], rank);
  }

  int rows_, columns_, ranks_, first_;
  std::vector<int>& owners_;
  std::vector<long> border_, inner_;  // numbers of blocks by rank
  std::vector<double> row_;           // mean of the group by rank
};

}  // namespace

SiteColumns columns_of_site(int site, int sites, int columns) {
  return {(site * columns + sites - 1) / sites, ((site + 1) * columns + sites - 1) / sites};
}

std::vector<int> square_map(int rows, int columns, int sites, int ranks) {
  std::vector<int> owners(std::size_t(rows) * std::size_t(columns));
  const int each = ranks / sites;
  for (int site = 0; site < sites; ++site)
    SiteMap(rows, columns, each, site * each, owners)
        .place(columns_of_site(site, sites, columns), site > 0, site < sites - 1);
  return owners;
}

}  // namespace cardon
