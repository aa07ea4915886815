// SPDX-License-Identifier: Apache-2.0
// Tags of the messages of the flesh, one subject each, so that none takes those of another. Drivers
// begin at 1024.
#pragma once

namespace cardon::message_tag {

inline constexpr int latency = 1;    // of probes, before there is a driver
inline constexpr int bandwidth = 2;  // the same
// Scalars that lag: two tags for each step on its way, at most 129 of them.
inline constexpr int step_scalars = 600;
// Agreements, with two tags each.
inline constexpr int stepping = 904;
// Checkpoints.
inline constexpr int checkpoint_copy = 920;
inline constexpr int checkpoint_entry = 921;
inline constexpr int manifest_length = 922;
inline constexpr int manifest = 923;
inline constexpr int manifest_answer = 924;
inline constexpr int site_gather = 930;
// Step services: two tags each.
inline constexpr int step_services = 940;
inline constexpr int drivers = 1024;

}  // namespace cardon::message_tag
