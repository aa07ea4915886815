// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "ensemble/member.hpp"
#include "launch/run_options.hpp"

namespace cardon {

/// Runs what it is given in this process, says on standard error what is wrong, returns the exit
/// code.
using RunFunction = std::function<int(const RunOptions&)>;

/// Runs a member in the next free folder, NAME or NAME.try2, ..., restarted from the newest
/// checkpoint of an earlier attempt, unless that one's result was discarded. What it prints goes to
/// NAME.log, which holds the last attempt alone; a member that finishes does not leave it behind.
/// If the last of these attempts has finished, its result is returned and nothing is run.
MemberResult run_member(const MemberBase& base, const Member& member, const RunFunction& run);

}  // namespace cardon
