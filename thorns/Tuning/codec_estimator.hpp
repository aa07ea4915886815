// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/machine_estimate.hpp>
#include <cardon/tuning/rank_window.hpp>
#include <vector>

namespace cardon {

/// What chains do on one direction of a link: first the one in use, then those on trial that are
/// others. `senders` and `receivers` are the ranks at the two ends. Ratios and times are those of
/// all bytes together; a ratio has the error of the mean over pieces, s / sqrt(n), a time t /
/// sqrt(n). A chain that was not measured has unknown figures.
std::vector<CodecEstimate> estimate_codecs(const std::vector<RankWindow>& ranks, int link,
                                           const std::vector<int>& senders,
                                           const std::vector<int>& receivers,
                                           const CodecNames& in_use,
                                           const std::vector<CodecNames>& trials);

}  // namespace cardon
