// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/checkpoint/checkpoint_figures.hpp>
#include <cardon/kit/checkpoint/checkpoint_parts.hpp>
#include <cardon/kit/checkpoint/checkpoint_setup.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/role_name.hpp>
#include <cardon/thorn/types.hpp>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace cardon {

/// Where a run stands after a step; the same on all ranks.
struct CheckpointMoment {
  long iteration = 0;     ///< the last finished
  bool repeated = false;  ///< the run went back to it, or has been asked about it before
  bool asked = false;     ///< a step service asks for a checkpoint
  bool stopped = false;   ///< the run ends here, before its end
  bool last = false;      ///< the run ends here as planned
};

/// What is saved after a step.
struct CheckpointSnapshot {
  long iteration = 0;                ///< of the fields
  Real time = 0;                     ///< s
  Real dt = 0;                       ///< s
  std::span<const std::byte> state;  ///< of this rank, valid during save() only
  /// Files of the run folder, which have to be on the disk before the checkpoint is complete.
  std::vector<std::string> tables = {};
  /// On rank 0: the text of manifest.json. It has all that a restart needs besides these parts.
  std::function<std::string(const CheckpointParts& parts)> manifest = {};
};

/// Decides when a run is saved, and writes its fields. A restart reads what it left: files laid out
/// by the CheckpointFormat, a PieceTable beside each of them, and a manifest, in folders named as
/// in checkpoint_names.hpp. Parameters are those of the section that it declares.
class CheckpointWriter {
 public:
  virtual ~CheckpointWriter() = default;
  /// Reads its parameters: before anything else, and when they change during a run.
  virtual void read(const ParameterSet& parameters) = 0;
  /// s on the clock after which a step service is to ask for a checkpoint; 0: not by the clock.
  virtual double wall() const = 0;
  /// Whether the user asks for checkpoints; a run has the memory for those, or does not start.
  virtual bool is_asked_for() const = 0;
  /// Whether a run that stops early leaves a checkpoint.
  virtual bool saves_on_stop() const = 0;
  /// Bytes that each rank needs, where a copy of its blocks has `copies` bytes.
  virtual std::vector<double> memory(const Machine& machine,
                                     const std::vector<double>& copies) const = 0;
  /// Before the first step. Writes nothing yet. Collective.
  virtual void open(CheckpointSetup setup) = 0;
  /// Whether a checkpoint is to be saved. On all ranks after every step.
  virtual bool is_due(const CheckpointMoment& moment) = 0;
  /// On all ranks at the same step, after Driver::finish(). The fields may change as soon as it
  /// returns.
  virtual void save(CheckpointSnapshot snapshot) = 0;
  /// After every step behind the first save(), unless another save() follows it: moves on what is
  /// under way.
  virtual void poll() = 0;
  /// Waits until nothing is under way; not called where nothing was saved.
  virtual void finish() = 0;
  /// What checkpoints cost so far.
  virtual CheckpointFigures figures() const = 0;
};

template <>
/// Saves a run, so that it can be restarted.
inline constexpr const char* role_name<CheckpointWriter> = "checkpoint_writer";

}  // namespace cardon
