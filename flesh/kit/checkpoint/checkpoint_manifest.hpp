// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/checkpoint/checkpoint_parts.hpp>
#include <cardon/kit/checkpoint/checksummed_json.hpp>
#include <cardon/thorn/types.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "output/table_state.hpp"
#include "timestep/clock_state.hpp"

namespace cardon {

/// A resolved parameter of the run that wrote the checkpoint.
struct StoredParameter {
  std::string section;  ///< "grid", "WaveToy"
  int instance = 0;
  std::string name, value;  ///< as YAML
  std::string source;       ///< as ParameterValue::source
  std::string before = {};  ///< as ParameterValue::steered_from
};

/// What a checkpoint holds, whatever the decomposition of the run that wrote it.
struct CheckpointManifest {
  long iteration = 0;
  Real time = 0, dt = 0;
  Real longest_dt = 0;               ///< as Program::longest_dt; dt in those of older versions
  std::optional<ClockState> clock;   ///< of adaptive steps
  std::optional<StepAnchor> anchor;  ///< of fixed steps; none in those of older versions
  nlohmann::json grid;
  std::vector<StoredField> fields;
  std::vector<StoredBlock> blocks;
  std::vector<StoredFile> files;
  std::vector<TableState> tables;  ///< of the run folder of rank 0; none in those of older versions
  std::string scalars;  ///< what tasks have reduced since the last look at scalars, hexadecimal
  /// Full names of the scalars among them that are set by tasks; none in those of older versions.
  std::optional<std::vector<std::string>> states;
  std::vector<StoredParameter> parameters;
  nlohmann::json provenance;
  nlohmann::json services;  ///< states of step services, by name
};

std::string to_text(const CheckpointManifest& manifest);
/// With what the writer of the checkpoint adds to it.
CheckpointManifest with_parts(CheckpointManifest manifest, const CheckpointParts& parts);
/// Throws CheckpointDamage.
CheckpointManifest checkpoint_manifest(const std::string& text);

}  // namespace cardon
