// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/program.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace cardon {

/// The schedule as a person reads it, one line per entry: bins and stages as headings, below them
/// the tasks in their order with what they read (stencil radius in brackets) and write.
std::vector<std::string> describe_schedule(const Program& program);

/// The same for programs:
///   {"initial": [task...], "step": [task...], "analysis": [task...], "terminate": [task...],
///   "fields": [field...], "radius": [x, y, z]}
/// A task has name, kind, bin, stage, every, reads [{field, level, radius}], writes [{field,
/// level}], reduces; where they apply also reads_scalars, sets, flops, serial, rotates, and a
/// boundary task faces ["x-", ...]. A field has name, thorn, role, past,
/// arrays, overwrites, internal. Levels: 0 is the current one, n > 0 the n-th past one, -1 the next
/// one.
nlohmann::json schedule_json(const Program& program);

}  // namespace cardon
