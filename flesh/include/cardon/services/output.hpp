// SPDX-License-Identifier: Apache-2.0
// How results leave a run.
#pragma once
#include <cardon/services/snapshot.hpp>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace cardon {

class BackgroundWriter;
class ParameterSet;
class RowReader;
class RunTables;
struct Problem;

/// The run that this one continues from after a restart.
struct EarlierRun {
  std::filesystem::path folder;  ///< empty: this run is not a restart
  long iteration = 0;            ///< of the checkpoint
  /// Takes warnings of what is not taken over, if it is set.
  std::function<void(const Problem&)> warn = {};
  /// Tables of the folder by name, on rank 0, as they were at the checkpoint, verified. Others
  /// are not known to the checkpoint.
  std::shared_ptr<const std::map<std::string, std::string>> tables = {};
};

/// The sites of a run as its outputs see them. What a site has computed stays on its storage: each
/// site writes files of its own.
struct OutputSites {
  std::vector<std::string> names;  ///< in the order of the chain; at least one
  int own = 0;                     ///< index of this rank's site
  /// Whether each site sees the run folder of the first one. Others have one with the same path
  /// on a storage of their own.
  std::vector<bool> shared;
  Transport* transport = nullptr;  ///< between the ranks of the own site
};

/// What an output knows when it starts.
struct OutputSetup {
  std::filesystem::path folder;              ///< the run folder; exists
  const ParameterSet* parameters = nullptr;  ///< resolved values of the run
  std::string section;                       ///< its section: "output.slices"
  int instance = 0;                          ///< which entry of a repeatable section
  const Program* program = nullptr;          ///< of the run; it outlives the output
  Transport* transport = nullptr;            ///< between all ranks
  OutputSites sites;                         ///< of the run
  std::string title;                         ///< of the run (title)
  std::vector<const GridFunction*> fields;   ///< the fields chosen by `fields:`
  std::vector<const ScalarInfo*> scalars;    ///< the scalars chosen by `fields:`
  /// What made the run inexact, for people: "zfp-1e-6 on link a-b". Every file says so. Empty: the
  /// values are those of a run without compression.
  std::string losses;
  std::string provenance;  ///< JSON: where the run comes from
  /// The earlier run, for tables that continue: rows of the earlier run up to its checkpoint belong
  /// to this run too.
  EarlierRun earlier;
  /// Gets to know every TableFile, so that checkpoints say what they held; null: it does not.
  std::shared_ptr<RunTables> tables;
  /// Takes what is to be written beside the steps; null on all ranks: write() writes itself.
  BackgroundWriter* background = nullptr;
};

/// What a rank owns of the grid.
struct RankShare {
  int site = 0;     ///< in the order of the chain
  long points = 0;  ///< that the rank owns
};

/// One entry under output:. The flesh decides when it is due (parameter `every`) and which fields
/// it gets (`fields`); every rank calls every method, at the same steps.
class Output {
 public:
  virtual ~Output() = default;
  /// Looks at the parameters before the run starts, so that `cardon check` finds what is wrong with
  /// them; touches no file. `setup` has neither folder nor transport yet. Throws Error with place
  /// for what the user can correct.
  virtual void prepare(const OutputSetup& setup) { static_cast<void>(setup); }
  /// Throws Error for what the user can correct (parameters with place, full disk with
  /// exit_environment).
  virtual void open(const OutputSetup& setup) = 0;
  /// Throws Error with exit_environment where something could not be written; nothing half written
  /// stays, and later calls try again. Only ranks that know of it need to throw, when they have
  /// taken part in everything collective. With OutputSetup::background it gathers copies of what is
  /// to be written and gives the rest, which throws the same, to that writer. The other members are
  /// called when the writer is done with what it was given.
  virtual void write(const Snapshot& snapshot) = 0;
  /// Ends its files after the last write(); collective as write().
  virtual void close() {}
  /// Bytes that each of these ranks needs at most while it writes, beside the fields; asked for
  /// before the run starts, with a `setup` as for prepare. Empty: too little to count.
  virtual std::vector<double> working_memory(const OutputSetup& setup,
                                             std::span<const RankShare> ranks) const {
    static_cast<void>(setup), static_cast<void>(ranks);
    return {};
  }
  /// Bytes of the copies that write() gives to OutputSetup::background, as above.
  virtual std::vector<double> copies(const OutputSetup& setup,
                                     std::span<const RankShare> ranks) const {
    static_cast<void>(setup), static_cast<void>(ranks);
    return {};
  }
  /// Whether declared scalars may stand under `fields:` besides fields.
  virtual bool writes_scalars() const { return false; }
  /// Returns the reader to which a driver may show the rows of fields while it computes the step at
  /// whose end write() is called; null if this output has none. A driver need not show any, and
  /// write() gets the whole fields in any case.
  virtual RowReader* row_reader() { return nullptr; }
  /// Bytes this rank has written so far.
  virtual std::size_t bytes_written() const = 0;
  /// Values of its section have changed between two outputs, on all ranks at the same step; what
  /// prepare() would find wrong with them has been found before. Only for parameters of its own:
  /// `every` is the flesh's.
  virtual void steered() {}
};

}  // namespace cardon
