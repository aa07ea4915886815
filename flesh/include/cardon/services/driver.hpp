// SPDX-License-Identifier: Apache-2.0
// The driver owns decomposition and storage and executes the plan over its blocks.
#pragma once
#include <cardon/plan/plan.hpp>
#include <cardon/services/decomposition.hpp>
#include <cardon/services/face_value.hpp>
#include <cardon/services/machine.hpp>
#include <cardon/services/snapshot.hpp>
#include <cardon/services/timings.hpp>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

class BlockStorage;
class Boundary;
class Codec;
class ExpressionFunction;
class Layout;
class ScalarSink;
class Tunable;

/// What a face of the domain does: service, and the value given with it for all fields ("") or by
/// field.
struct FaceBoundary {
  std::shared_ptr<const Boundary> service;  ///< null: periodic
  std::map<std::string, FaceValue> values;
};

struct DriverSetup {
  const Program* program = nullptr;
  const ParameterSet* parameters = nullptr;
  Transport* transport =
      nullptr;  ///< null with `plan_ranks` set: decompose only, for `cardon check --ranks N`
  FaceBoundary faces[3][2];
  ScalarSink* scalars = nullptr;
  int plan_ranks = 0;
  const Machine* machine = nullptr;  ///< null: one site
  /// Makes codecs by name ("zlib"); throws Error registry/no-such-service.
  std::function<std::shared_ptr<Codec>(std::string_view name, const Location& where)> codec;
};

/// The running step.
struct StepState {
  long iteration = 0;  ///< steps finished
  Real time = 0;       ///< at the start of the step
  Real dt = 0;
  bool initial =
      false;  ///< before the first step: time stands still, but past levels are in the past
  /// Time that a task with this time_fraction sees.
  Real time_at(Real fraction) const {
    return initial && fraction > 0 ? time : time + fraction * dt;
  }
};

class Driver {
 public:
  virtual ~Driver() = default;
  /// Decomposes, allocates (filled with NaN) and posts nothing. Throws Error (slug driver/...) if
  /// it cannot.
  virtual void setup(const DriverSetup& setup) = 0;
  virtual const Decomposition& decomposition() const = 0;
  /// The links of this rank's site with the ghost depth it gives them (of all sites where there is
  /// no transport); known after setup. Link 0 is the one between the blocks of a site.
  virtual std::vector<plan::Link> links() const = 0;
  /// Executes operations in order. The operations of one step come in one or more calls; step_end
  /// is handled by the caller. May return before everything is done, so that blocks run ahead of
  /// each other; the operations live as long as the driver.
  virtual void execute(std::span<const plan::Operation> operations, const StepState& state) = 0;
  /// Brings all blocks to the end of what execute() was given. Before anybody looks at fields, and
  /// before ranks talk about anything else.
  virtual void finish() {}
  /// Owned points of one level of a field on this rank. Valid from finish() to the next execute().
  virtual FieldView view(int field, int level) = 0;
  /// Has every block of this rank that owns points looked at once, when it has come to the end of
  /// what execute() was given: now, or during later calls of execute() or finish(). What `look`
  /// gets tells the block's owned points by field, at the current level.
  using BlockView = std::function<FieldPiece(int field)>;
  virtual void visit_when_current(const std::function<void(const BlockView&)>& look) {
    finish();
    for (std::size_t block = 0; block < view(0, 0).pieces.size(); ++block)
      look([&](int field) { return view(field, 0).pieces[block]; });
  }
  /// The grid as it is cut now; known after setup. This and the next two serve checkpoints; they
  /// throw Bug where a driver does not have them.
  virtual const Layout& layout() const { throw Bug("this driver shows no layout"); }
  /// What the blocks of this rank hold, by number. Valid from finish() to the next execute().
  /// Whoever puts other values there puts all owned points and the exterior ones at faces, and
  /// calls fill_images() before the next execute(), whose plan takes ghosts as unknown.
  virtual std::map<int, BlockStorage*> storages() { throw Bug("this driver shows no storage"); }
  /// Makes the images of owned points anew.
  virtual void fill_images() { throw Bug("this driver cannot be filled from elsewhere"); }
  virtual const Timings& timings() const = 0;
  /// What a tuner acts on; null: nothing can be tuned. Known after setup.
  virtual Tunable* tunable() { return nullptr; }
};

}  // namespace cardon
