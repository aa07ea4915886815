// SPDX-License-Identifier: Apache-2.0
#include "late_senders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/profile_region.hpp>
#include <iterator>
#include <map>
#include <sstream>
#include <utility>

namespace cardon {
namespace {

/// A time in which the innermost region of a rank stays the same.
struct Piece {
  std::int64_t begin = 0, end = 0;
  int name = -1;  ///< -1: in none
};

struct Timeline {
  std::vector<Piece> pieces;  // without gaps between them
  std::vector<int> awaited;   // by name: the rank that is waited for, or -1
};

std::vector<int> awaited_ranks(const std::vector<std::string>& names, int ranks) {
  std::map<std::string, int> of_region;
  for (int rank = 0; rank < ranks; ++rank) of_region[awaited_region(rank)] = rank;
  std::vector<int> awaited;
  for (const std::string& name : names) {
    const auto found = of_region.find(name);
    awaited.push_back(found == of_region.end() ? -1 : found->second);
  }
  return awaited;
}

std::vector<Span> regions_by_begin(const std::vector<Span>& spans) {
  std::vector<Span> regions;
  // Those that end last were recorded last: of two with the same times, they are the outer ones.
  std::copy_if(spans.rbegin(), spans.rend(), std::back_inserter(regions),
               [](const Span& span) { return !span.kernel; });
  std::stable_sort(regions.begin(), regions.end(), [](const Span& one, const Span& other) {
    return std::pair(one.begin, -one.end) < std::pair(other.begin, -other.end);
  });
  return regions;
}

std::int64_t complete_until(const std::vector<RankSpans>& ranks) {
  std::int64_t until = unlimited;
  for (const RankSpans& rank : ranks) until = std::min(until, rank.complete_until);
  return until;
}

std::vector<Piece> pieces_of(const std::vector<Span>& spans) {
  std::vector<Piece> pieces;
  std::vector<Span> open;
  const auto fill = [&](std::int64_t until) {
    const std::int64_t from = pieces.empty() ? until : pieces.back().end;
    if (from < until) pieces.push_back({from, until, open.empty() ? -1 : open.back().name});
  };
  const auto close = [&](std::int64_t until) {
    for (; !open.empty() && open.back().end <= until; open.pop_back()) fill(open.back().end);
    fill(until);
  };
  for (const Span& region : regions_by_begin(spans)) {
    if (pieces.empty()) pieces.push_back({region.begin, region.begin, -1});
    close(region.begin);
    open.push_back(region);
  }
  while (!open.empty()) close(open.back().end);
  return pieces;
}

class Search {
 public:
  explicit Search(const std::vector<RankSpans>& ranks) : ranks_(ranks), on_chain_(ranks.size()) {
    for (const RankSpans& rank : ranks)
      lines_.push_back({pieces_of(rank.spans), awaited_ranks(rank.names, int(ranks.size()))});
  }

  std::vector<LateSender> run() {
    const std::int64_t until = complete_until(ranks_);
    for (std::size_t rank = 0; rank < lines_.size(); ++rank)
      for (Piece piece : lines_[rank].pieces) {
        piece.end = std::min(piece.end, until);
        if (const int sender = awaited(lines_[rank], piece); sender >= 0 && piece.begin < until)
          search_wait(int(rank), sender, piece);
      }
    std::vector<LateSender> found;
    for (const auto& [key, sums] : found_)
      found.push_back({key.first, key.second, double(sums.first) * 1e-9, sums.second});
    std::stable_sort(
        found.begin(), found.end(),
        [](const LateSender& one, const LateSender& other) { return one.seconds > other.seconds; });
    return found;
  }

 private:
  using Key = std::pair<int, std::string>;

  static int awaited(const Timeline& line, const Piece& piece) {
    return piece.name < 0 ? -1 : line.awaited[std::size_t(piece.name)];
  }

  void search_wait(int rank, int sender, const Piece& wait) {
    in_this_wait_.clear();
    on_chain_[std::size_t(rank)] = true;
    charge(sender, wait.begin, wait.end);
    on_chain_[std::size_t(rank)] = false;
    for (const auto& [key, time] : in_this_wait_) {
      found_[key].first += time;
      ++found_[key].second;
    }
  }

  void add(int rank, const std::string& doing, std::int64_t time) {
    if (time > 0) in_this_wait_[{rank, doing}] += time;
  }

  // What `rank` did from begin to end, while others waited for it.
  void charge(int rank, std::int64_t begin, std::int64_t end) {
    if (on_chain_[std::size_t(rank)]) return add(rank, in_transit, end - begin);
    on_chain_[std::size_t(rank)] = true;
    const Timeline& line = lines_[std::size_t(rank)];
    auto piece = std::upper_bound(line.pieces.begin(), line.pieces.end(), begin,
                                  [](std::int64_t time, const Piece& p) { return time < p.end; });
    for (; piece != line.pieces.end() && piece->begin < end && begin < end; ++piece) {
      if (piece->begin > begin) add(rank, unrecorded, piece->begin - begin);
      const std::int64_t from = std::max(begin, piece->begin), until = std::min(end, piece->end);
      if (const int third = awaited(line, *piece); third >= 0)
        charge(third, from, until);
      else
        add(rank, name_of(rank, *piece), until - from);
      begin = until;
    }
    add(rank, unrecorded, end - begin);
    on_chain_[std::size_t(rank)] = false;
  }

  std::string name_of(int rank, const Piece& piece) const {
    return piece.name < 0 ? unrecorded : ranks_[std::size_t(rank)].names[std::size_t(piece.name)];
  }

  const std::vector<RankSpans>& ranks_;
  std::vector<Timeline> lines_;
  std::vector<bool> on_chain_;  // by rank
  std::map<Key, std::int64_t> in_this_wait_;
  std::map<Key, std::pair<std::int64_t, long>> found_;
};

}  // namespace

std::vector<LateSender> late_senders(const std::vector<RankSpans>& ranks) {
  return Search(ranks).run();
}

std::string text_of(const RankSpans& spans) {
  std::string text = fmt::format("{} {}\n", spans.complete_until, spans.names.size());
  for (const std::string& name : spans.names) text += name + "\n";
  for (const Span& span : spans.spans)
    if (!span.kernel)
      fmt::format_to(std::back_inserter(text), "{} {} {}\n", span.name, span.begin, span.end);
  return text;
}

RankSpans rank_spans_of(const std::string& text) {
  RankSpans result;
  std::istringstream in(text);
  std::size_t names = 0;
  std::string line;
  in >> result.complete_until >> names;
  std::getline(in, line);
  while (result.names.size() < names && std::getline(in, line)) result.names.push_back(line);
  for (Span span; in >> span.name >> span.begin >> span.end;) result.spans.push_back(span);
  return result;
}

std::string late_sender_table(const std::vector<LateSender>& found) {
  std::string text = "rank\tdoing\twaited_seconds\twaits\n";
  for (const LateSender& one : found)
    text += fmt::format("{}\t{}\t{:.6f}\t{}\n", one.rank, one.doing, one.seconds, one.waits);
  return text;
}

std::string late_sender_sentence(const std::vector<LateSender>& found, bool complete) {
  double all = 0;
  for (const LateSender& one : found) all += one.seconds;
  if (all <= 0) return {};
  const LateSender& first = found.front();
  return fmt::format("trace: ranks waited {:.3g} s for messages, {:.0f} % of it for rank {} ({}){}",
                     all, 100 * first.seconds / all, first.rank, first.doing,
                     complete ? "" : "; later spans were dropped");
}

}  // namespace cardon
