// SPDX-License-Identifier: Apache-2.0
// One task on small private arrays around one grid point, to see which values its result depends
// on.
#pragma once
#include <Kokkos_Core.hpp>
#include <cardon/services/program.hpp>
#include <cardon/thorn/block.hpp>
#include <cardon/thorn/error.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "grid/scalar_sink.hpp"

namespace cardon {

/// Whether the error is about what a task declares; other errors may be due to values.
bool is_about_declaration(const Error& error);

/// Calls a task with a region of one point. Every field and time level has its own array: a cube
/// around the point that reaches `margin` points further than the task declares, in the directions
/// that the grid has.
class TaskProbe {
 public:
  static constexpr int first_scattered = 100;

  /// Program, parameters and task must outlive the probe. Kokkos must be initialised.
  TaskProbe(const Program& program, const ParameterSet& parameters, const Task& task,
            const Index3& margin = {4, 4, 4}, const FaceLayer& face = {});

  /// One field and time level of the task.
  struct Slot {
    int field = 0, level = 0;
    const Binding* binding = nullptr;  ///< as declared
    bool reads = false, writes = false;
    Index3 radius{0, 0, 0};
    std::size_t start = 0;  ///< first value of its cube
  };

  /// What can be seen of one call: the written values at the point, then the rows reduced.
  using Outcome = std::vector<std::uint64_t>;

  /// Goes to a point with new pseudo-random values everywhere; `trial` selects both. Trials from
  /// `first_scattered` on are at points that are spread over the grid, those of boundaries at later
  /// and later times, too.
  void arrange(int trial);
  /// The values of a trial at a point of the grid.
  void arrange_at(const Index3& point, int trial);
  /// Runs the task on the values arranged. Whatever the task throws passes through, unless
  /// refusals are outcomes.
  Outcome run();
  /// From now until the next arrange(): an error of the task, as for values that cannot be, is an
  /// outcome like others. Those about what it declares pass through.
  void take_refusals_as_outcomes() { refusals_are_outcomes_ = true; }
  /// The same where the point is a copy of itself as there is one beyond a periodic face, whatever
  /// the faces of the grid: with other positions in the storage, but the same indices and
  /// coordinates.
  Outcome run_beyond_faces();
  /// The same where the points of the grid have numbers that are smaller by `by` in direction d,
  /// and the point its coordinates to the bit. Nothing where rounding does not allow that.
  std::optional<Outcome> run_renumbered(int d, int by);
  /// The same with other values of parameters.
  Outcome run_with(const ParameterSet& parameters);
  /// The written values at the point where it is one of several in the region of the call.
  Outcome run_in_region();
  /// Binds a region that reaches so far from the point, at most the margin and the region of the
  /// task; the number of its points.
  long bind_region(const Index3& below, const Index3& above);
  /// Runs the task on the region bound. `around` calls what it is given once: the task alone.
  using Around = std::function<void(const std::function<void()>&)>;
  void call(const Around& around = [](const std::function<void()>& task) { task(); });
  /// True if the result differs from `expected` when the values at `places` are replaced: by NaN,
  /// or by other numbers.
  bool depends(const std::vector<std::size_t>& places, const Outcome& expected);
  /// Replaces the value before the call at one place, runs, and puts it back.
  Outcome run_with(std::size_t place, Real value);
  /// Whether the value that a written slot had before is there after the call, whatever it was.
  bool leaves_alone(const Slot& slot);
  /// Places away from the point that a call writes to; they are put back.
  std::vector<std::size_t> strayed();

  const std::vector<Slot>& slots() const { return slots_; }
  const Index3& point() const { return point_; }
  /// Whether all values arranged are positive and of one size, as in many fields of nature.
  bool has_plain_values() const { return plain_; }
  /// The place of a slot's value at an offset from the point, and back.
  std::size_t place(const Slot& slot, const Index3& offset) const;
  Index3 offset(const Slot& slot, std::size_t place) const;
  /// All offsets of the cubes.
  const std::vector<Index3>& offsets() const { return offsets_; }
  /// Full names of scalars that the calls so far reduced.
  const std::set<std::string>& reduced() const { return sink_.names; }

 private:
  struct Sink : ScalarSink {
    void add_row(std::string_view thorn, std::string_view scalar, std::span<const Real> row,
                 const Index3& first, long step) override;
    std::vector<Real> values;
    std::set<std::string> names;
  };
  using Arrays = Kokkos::View<Real*, Kokkos::DefaultExecutionSpace>;

  void add_slots();
  void bind();
  void restore_written();

  const Program& program_;
  const Task& task_;
  std::vector<Slot> slots_;
  Index3 half_{0, 0, 0};  // the cubes reach so far from the point
  std::ptrdiff_t sy_ = 0, sz_ = 0;
  std::size_t cube_ = 1;  // values of one cube
  std::vector<Index3> offsets_;
  Index3 point_{0, 0, 0};
  Index3 shift_{0, 0, 0};       // from positions in the storage to indices of the grid
  Index3 renumbered_{0, 0, 0};  // by so much smaller are the indices of the grid
  std::vector<Real> base_;      // values arranged
  bool plain_ = true;
  Real steps_ = 1;  // from time 0 to that of the trial
  bool refusals_are_outcomes_ = false;
  Arrays arrays_;
  Arrays::HostMirror host_;
  Index3 below_{0, 0, 0}, above_{0, 0, 0};  // how far the region of the call reaches
  FaceLayer face_;  // of a boundary that a thorn declares; else direction -1
  Sink sink_;
  BlockContext context_;
  // Debug builds stop at the first read beyond the declared stencil; from then on they let it pass,
  // to find all.
  bool widened_ = false;
};

}  // namespace cardon
