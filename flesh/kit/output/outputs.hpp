// SPDX-License-Identifier: Apache-2.0
// The outputs of a run.
#pragma once
#include <cardon/kit/background_writer.hpp>
#include <cardon/plan/row_watch.hpp>
#include <cardon/services/driver.hpp>
#include <cardon/services/field_access.hpp>
#include <cardon/thorn/error.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collective/site_transport.hpp"
#include "output/home_blocks.hpp"
#include "output/output_entry.hpp"
#include "output/output_losses.hpp"
#include "output/run_folder.hpp"
#include "output/run_tables.hpp"
#include "scalars/scalar_reductions.hpp"
#include "timestep/step_clock.hpp"

namespace cardon {

/// Opens the entries of the section `output`, writes what is due, and keeps what could not be
/// written: the run continues, or all ranks stop at the same step, as `output.on_failure` says.
class Outputs {
 public:
  /// What they show of a run; all of it must outlive them.
  struct Sources {
    const Program& program;
    const ParameterSet& parameters;
    const Machine& machine;
    Transport& transport;
    Driver& driver;
    FieldAccess& fields;
    ScalarReductions& scalars;
    const StepClock& clock;
  };
  Outputs(std::vector<OutputEntry> entries, const Sources& from);

  /// The provenance of the run, as JSON, goes into what is written. Collective; throws on all ranks
  /// what an output throws on one.
  void open(const RunFolder& folder, const std::string& provenance, const EarlierRun& earlier);
  /// Before the step that ends at this iteration, given by its tasks: outputs that are due then see
  /// its points as they are computed, where the driver can show them.
  void begin_step(long iteration, std::span<const int> tasks);
  /// Behind it, after Driver::finish(), when steps are over whose points were seen.
  void end_step();
  /// s that outputs have taken for that.
  double watching_seconds() const { return rows_ ? rows_->watching_seconds() : 0; }
  /// Whether any is due.
  bool due(long iteration) const;
  /// Whether it was known long before which tasks outputs need at this iteration.
  bool foreseen(long iteration) const;
  /// After Driver::finish(), on all ranks at the same iteration. False: none was due.
  bool write_due(long iteration, bool last);
  /// Waits until all that was due is on the disk, or known to be lost.
  void settle();
  /// What the thread of outputs could not write is known to failed() from here on.
  void poll();
  void close();
  /// Looks whether others have changed tables; that is a failure of their outputs.
  void check_tables();
  /// On rank 0, what they hold; without those that others have changed.
  std::vector<TableState> tables() const;
  /// By this rank, when nothing is being written.
  std::size_t bytes_written() const;
  /// How long the thread of outputs was at work, and how long this rank has waited for it.
  BackgroundWriter::Figures background() const;
  /// Parameters have changed. By entry: how often it is due from now on.
  void change(const std::vector<Cadence>& cadences);

  /// Whether this rank, and the others of its site, could not write something.
  bool failed() const;
  /// By entry.
  const std::vector<OutputLoss>& losses() const { return losses_; }
  /// Whether a run stops where an output cannot be written.
  bool stops() const { return stops_; }

 private:
  OutputSites sites(const RunFolder& folder);
  void watch(std::size_t entry, long iteration, std::span<const int> tasks);
  Snapshot snapshot(long iteration, bool last) const;
  void write(std::size_t entry, Snapshot snapshot, const std::vector<Real>& scalars);
  void bring_home(Output& output, Snapshot& snapshot);
  /// `is_output`: if it fails, one is lost.
  void attempt(std::size_t entry, bool is_output, const std::function<void()>& work);
  /// Where it was caught: other failures than those of outputs are thrown on.
  void add_loss(std::size_t entry, const Error& error, long iteration, bool is_output);

  const Program& program_;
  const ParameterSet& parameters_;
  const Machine& machine_;
  std::vector<OutputEntry> entries_;  // those of the run, and where they write
  Driver& driver_;
  FieldAccess& fields_;
  Transport& transport_;
  std::unique_ptr<SiteTransport> site_;  // from open() on
  ScalarReductions& scalars_;
  const StepClock& clock_;
  HomeBlocks home_;
  RowWatching* rows_;  // null: the driver shows nothing
  struct Seen {
    RowReader* reader;
    std::size_t field;  // its number there
  };
  std::vector<Seen> seen_;  // by field of watch_
  RowWatch watch_;          // fields: none where nothing is watched
  bool stops_;
  std::vector<OutputLoss> losses_;
  long iteration_ = 0;                            // of the last step
  std::unique_ptr<BackgroundWriter> background_;  // the last member: it uses the others
};

}  // namespace cardon
