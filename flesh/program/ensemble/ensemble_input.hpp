// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "ensemble/ensemble_spec.hpp"
#include "ensemble/member.hpp"

namespace cardon {

/// Everything that an ensemble is made from.
struct EnsembleInput {
  EnsembleSpec spec;
  std::vector<Member> members;
  MemberBase base;
  std::string digest;  ///< of the parameter files
};

/// Reads the file of an ensemble and checks what its members are given. Throws Error with the
/// mistakes in the file and, where the file tells what members there are, those in their values.
EnsembleInput read_ensemble_input(const std::string& file, const std::filesystem::path& out,
                                  const std::vector<std::string>& thorn_path);

}  // namespace cardon
