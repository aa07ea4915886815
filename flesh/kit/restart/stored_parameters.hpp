// SPDX-License-Identifier: Apache-2.0
// The parameters of a run and those in a checkpoint.
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <string>
#include <vector>

#include "checkpoint/checkpoint_manifest.hpp"

namespace cardon {

/// All parameters that have a value, with their sources.
std::vector<StoredParameter> stored_parameters(const ParameterSet& parameters);

/// A value as it is stored: YAML; "unset" without one.
std::string stored_text(const AnyValue& value);

/// Whether a parameter says what is computed, and so may not differ on restart: those of the grid,
/// of time and of thorns, unless they are declared steerable. All others say how, how long, or what
/// is written.
bool is_fixed(const ParameterSection& section, const ParameterDeclaration& parameter);

/// A parameter file with the values of a checkpoint that stand above those of the user's files: of
/// fixed parameters that the files leave to their defaults, or that had been given on the command
/// line; and of those that changed while the run went on, if the files say what they said before.
/// `from_files` is what the files alone say. Empty: nothing.
std::string restart_layer(const std::vector<StoredParameter>& stored,
                          const ParameterSet& from_files);
/// Parameters that have the value to which they had changed count as changed: the next restart
/// keeps it, too.
void mark_steered(const std::vector<StoredParameter>& stored, ParameterSet& now);

/// Lines for people: what is other than in the checkpoint. For fixed parameters, a problem
/// restart/fixed-parameter each.
std::vector<std::string> changes_since(const std::vector<StoredParameter>& stored,
                                       const ParameterSet& now, std::vector<Problem>& problems);

}  // namespace cardon
