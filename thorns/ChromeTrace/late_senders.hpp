// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "span_recorder.hpp"

namespace cardon {

/// The spans of one rank.
struct RankSpans {
  std::vector<std::string> names;
  std::vector<Span> spans;  ///< in any order; of two that overlap, one is within the other
  std::int64_t complete_until = unlimited;  ///< later ones may have been dropped
};

/// What a rank was doing while others waited for its messages.
struct LateSender {
  int rank = 0;
  std::string doing;   ///< a task, or one of the constants below
  double seconds = 0;  ///< of waits, sum over the ranks that waited
  long waits = 0;      ///< in which this occurred
};

constexpr const char* in_transit = "message in transit";    ///< each rank waits for the other
constexpr const char* unrecorded = "outside of all spans";  ///< drivers, services and outputs

/// Searches the spans of all ranks, by rank, for late senders: each wait for the message of a rank
/// is charged to what that rank was doing meanwhile (F. Wolf and B. Mohr, "Automatic performance
/// analysis of hybrid MPI/OpenMP applications", Journal of Systems Architecture, 2003). If it
/// waited for a third rank, that one is charged, and so on. The longest waits come first. Times at
/// which a rank had dropped spans are left out, or it would seem late.
std::vector<LateSender> late_senders(const std::vector<RankSpans>& ranks);

/// A rank's spans as text, for rank 0.
std::string text_of(const RankSpans& spans);
/// From text_of().
RankSpans rank_spans_of(const std::string& text);

/// A table with a heading and a row for each; columns are separated by tabs.
std::string late_sender_table(const std::vector<LateSender>& found);
/// A sentence about the first of them; empty where nobody waited. It says if ranks dropped spans.
std::string late_sender_sentence(const std::vector<LateSender>& found, bool complete);

}  // namespace cardon
