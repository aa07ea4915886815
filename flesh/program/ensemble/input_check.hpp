// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "ensemble/ensemble_spec.hpp"
#include "ensemble/member.hpp"
#include "startup/run_options.hpp"

namespace cardon {

/// What a member with these settings is given.
InputOptions input_of(const MemberBase& base, const std::vector<std::string>& set);

/// A checksum of the contents of parameter files and of those that they include. Throws Error
/// parameter/file.
std::string input_digest(const std::vector<std::string>& files);

/// Checks what members are given before anything starts: each value in the first member that has
/// it, and the first few dozen of these members whole, on their ranks. Throws Error with all
/// mistakes and their places in the ensemble's file.
void check_members(const EnsembleSpec& spec, const std::vector<Member>& members,
                   const MemberBase& base);

}  // namespace cardon
