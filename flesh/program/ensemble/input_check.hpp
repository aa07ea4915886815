// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "ensemble/ensemble_spec.hpp"
#include "ensemble/member.hpp"
#include "startup/input_options.hpp"

namespace cardon {

/// What a member with these settings is given.
InputOptions input_of(const MemberBase& base, const std::vector<std::string>& set);

/// A checksum of the contents of parameter files and of those that they include. Throws Error
/// parameter/file.
std::string input_digest(const std::vector<std::string>& files);

/// Checks what members are given before anything starts: the first member with each value is
/// checked whole, on its ranks, several at a time. Throws Error with all mistakes and their places
/// in the ensemble's file.
void check_members(const EnsembleSpec& spec, const std::vector<Member>& members,
                   const MemberBase& base);

}  // namespace cardon
