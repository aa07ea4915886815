// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/decomposition.hpp>
#include <cardon/services/machine.hpp>
#include <cardon/tuning/rank_window.hpp>
#include <cardon/tuning/tuning_window.hpp>
#include <vector>

namespace cardon {

struct Program;

/// What is known of a window besides what ranks measured.
struct WindowFrame {
  const Program* program = nullptr;
  const Machine* machine = nullptr;
  const Decomposition* decomposition = nullptr;
  DriverSettings settings;
  std::vector<CodecNames> trials;  ///< chains on trial, as Tunable::try_codecs got them
  long first = 0, last = 0;        ///< iterations
  double change_seconds = 0, search_seconds = 0;  ///< as in TuningWindow
  double seconds_left = 0, seconds_so_far = 0;    ///< likewise
};

/// Makes one picture of what all ranks measured, in the order of ranks.
///
/// seconds_per_step: largest elapsed time of a rank / steps. Its error comes from the n parts of
/// the
///   window, each the mean over ranks, which wait for each other: the square is
///   (g0 + 2 (1 - 1/n) g1) / n with their variance g0 and the covariance g1 of neighbours, since
///   what runs ahead in one part is missing in the next, and at least 0.2 g0 / n (Bartlett, 1946).
///   A twentieth of the value if there are less than two parts.
/// task_seconds: (compute + boundary) / points of a rank, mean over ranks that ran the task.
/// work: the same for calls and faces, for a fit over windows; between: what ranks do in steps
///   besides tasks and exchanges, mean over ranks per step.
/// relative_cost: a rank's time in tasks / the time that its points take at task_seconds. The
/// relative
///   error is that of the rank's own parts.
/// links: estimate_link(); exposed: the largest over ranks, per step; ratio: of all bytes sent in a
///   direction, headers counted.
/// codecs: estimate_codecs().
/// pack: time of unpacking over wide links / bytes sent over them, least over ranks. message: time
/// of
///   packing that is left when packing at that rate, encoding and trials are taken off, per piece;
///   median over ranks.
/// near_pack: packing and unpacking between blocks of a site / bytes, each byte counted twice, of
/// all
///   ranks.
/// intra_latency: waiting for messages of the own site per exchange, least over ranks that get
/// some:
///   who waits least waits for no other rank. intra_bandwidth: 0.
/// Throws Bug if there is not one window per rank.
TuningWindow summarise(const WindowFrame& frame, const std::vector<RankWindow>& ranks);

}  // namespace cardon
