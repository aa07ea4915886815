// SPDX-License-Identifier: Apache-2.0
// What a task sees of the machine: a piece of the grid, its fields by name, the parameters of its
// thorn.
#pragma once
#include <cardon/thorn/accessor.hpp>
#include <cardon/thorn/data_file.hpp>
#include <cardon/thorn/data_table.hpp>
#include <cardon/thorn/data_value.hpp>
#include <cardon/thorn/expression_value.hpp>
#include <cardon/thorn/face_layer.hpp>
#include <cardon/thorn/field.hpp>
#include <cardon/thorn/random_stream.hpp>
#include <cardon/thorn/row_loop.hpp>
#include <cardon/thorn/table_value.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace cardon {

class ExpressionFunction;
class ParameterSet;
class ScalarSink;
struct Problem;

/// One field of a task as the driver bound it.
struct BoundField {
  std::string_view name;   ///< as the thorn declared it
  int level = 0;           ///< as in FieldRef
  bool reads = false,      ///< declared with reads()
      writes = false;      ///< declared with writes()
  Index3 radius{0, 0, 0};  ///< declared reach of reads
  FieldReader values;      ///< also where writes go
  std::string_view task;   ///< full name, for messages
};

/// A reduced scalar as a task sees it.
struct ReducedValue {
  /// The combined value.
  Real value = 1;
  Index3 position{0, 0, 0};  ///< of an extremum: global indices of its first occurrence, x fastest
};

/// One scalar that a task reads, with its value in this call.
struct BoundScalar {
  std::string_view name;  ///< as the thorn declared it
  int lag = 0;            ///< steps that the value is old; 0: of the same step
  ReducedValue value;     ///< its value in this call
};

/// One scalar that a task sets.
struct SettableScalar {
  std::string_view name;  ///< as the thorn declared it; that of a component: "mode_2"
  /// The time derivative, which the integrator advances, not the scalar itself.
  bool is_rate = false;
  std::optional<Real> value{};  ///< that the task has set
};

/// Everything behind a Block; filled by the driver for each call of a task.
struct BlockContext {
  std::string_view task;                     ///< "WaveToy::evolve"
  std::string_view thorn;                    ///< name of the thorn, such as "WaveToy"
  const ParameterSet* parameters = nullptr;  ///< resolved values of this run; owned by the driver
  std::vector<BoundField> fields;            ///< what the task declared with reads() and writes()
  std::vector<Piece> pieces;                 ///< the region of this call, cut at periodic faces
  Box owned;                        ///< the block's own points: reduce() leaves out redundant ones
  std::vector<Prefetch> prefetch;   ///< fields that loops fetch ahead of the row being computed
  bool in_team = false;             ///< other threads compute other parts of the region
  ScalarSink* scalars = nullptr;    ///< receives the values of reduce()
  std::vector<BoundScalar> values;  ///< scalars that the task reads
  std::vector<SettableScalar>* settable = nullptr;  ///< scalars that it sets
  long step = 0;                ///< 0: before the first one; n: the one that ends iteration n
  Vec3 origin;                  ///< position of the grid point (0, 0, 0)
  Real time = 0,                ///< of the values that the task reads
      dt = 0;                   ///< length of the running step
  Real implicit_step = 0;       ///< in tasks of Implicit
  Real spacing[3] = {0, 0, 0};  ///< 0 in directions the grid does not have
  Vec3 lower,                   ///< lower corner of the domain (grid.domain)
      upper;                    ///< upper corner of the domain
  Index3 points{1, 1, 1};       ///< of the whole grid
  FaceLayer face;               ///< in boundary tasks
  int dimensions = 3;           ///< of the grid: 1, 2 or 3
  long iteration = 0;           ///< steps finished before the running one
  std::function<void(const Problem&)> warn;  ///< in step limits only
  /// Formulas compiled so far, by the names that the thorn's constants hold.
  mutable std::vector<std::pair<std::string_view, std::shared_ptr<const ExpressionFunction>>>
      formulas;
};

/// A task is a function void task(Block&). It may be called several times in a step, on different
/// regions, and by several threads at once unless it is declared as serial(); it must treat every
/// point alike and must not keep state.
class Block {
 public:
  /// Used by the driver; `context` must outlive the block.
  explicit Block(const BlockContext& context) : context_(context) {}

  /// A field the task declared with reads(). Throws Error (slug schedule/undeclared) otherwise.
  FieldReader read(FieldRef field) const;
  /// A field the task declared with writes(). Throws Error (slug schedule/undeclared) otherwise.
  FieldWriter write(FieldRef field) const;
  /// The components of a vector (3), plane vector (2) or symmetric tensor field (6) in the order of
  /// Field::vector and symmetric_tensor. Those of next and right-hand sides have their levels:
  /// write_components(B, FieldRef::rhs_level).
  Components<FieldReader> read_components(const Field& field, int level = 0) const;
  /// The components to write, declared with writes(): levels and order as in read_components().
  Components<FieldWriter> write_components(const Field& field, int level = 0) const;

  /// The value of a parameter of this thorn.
  Real operator[](const Parameter<Real>& p) const;
  /// The value of an integer parameter of this thorn.
  int operator[](const Parameter<int>& p) const;
  /// The value of a boolean parameter of this thorn.
  bool operator[](const Parameter<bool>& p) const;
  /// The value of a string or keyword; valid until the task returns.
  std::string_view operator[](const Parameter<std::string_view>& p) const;
  /// The three components in the order x, y, z.
  Vec3 operator[](const Parameter<Vec3>& p) const;
  /// The elements in the order of the parameter file.
  std::vector<Real> operator[](const Parameter<List<Real>>& p) const;
  /// The elements in the order of the parameter file.
  std::vector<int> operator[](const Parameter<List<int>>& p) const;
  /// A formula: f(p) is its value at a point and at time(). Host only.
  ExpressionValue operator[](const Expression& e) const;
  /// A data file: f(p) is its value at a point; f.min() and f.max(). Throws Error (slug
  /// parameter/data-file-unset) if the user named none. Host only.
  DataValue operator[](const DataFile& file) const;
  /// A table: f(x) or f(x, y); f.min() and f.max(). Throws Error (slug parameter/table-unset) if
  /// the user named no file. Host only.
  TableValue<1> operator[](const DataTable<1>& table) const;
  /// A table of two arguments: f(x, y).
  TableValue<2> operator[](const DataTable<2>& table) const;

  /// The value of a scalar that the task declared with reads(total) or reads(lagged(total, 2)).
  /// Throws Error (slug schedule/undeclared) otherwise.
  Real value(const ScalarRef& scalar) const;
  /// Component n, from 0, of a scalar that has components.
  Real value(const ScalarRef& scalar, int n) const;
  /// Sets a scalar, or its time derivative, that the task declared with writes(q) or
  /// writes(rhs(q)). It must set all of them. Throws Error (slug schedule/undeclared) otherwise.
  void set(const ScalarRef& scalar, Real value) const;
  /// Component n, from 0, of a scalar that has components.
  void set(const ScalarRef& scalar, int n, Real value) const;
  /// Where a scalar of the kind min or max has its value: the first such point, x fastest. Throws
  /// Error as value().
  Vec3 position(const ScalarRef& scalar) const;

  /// Random numbers of this thorn by the name of their stream; another name gives independent
  /// ones. They depend on random.seed, iteration() and the place: the same in all stages of a step
  /// and in a repeated one, other ones in the next.
  RandomStream random(std::string_view stream) const;

  /// Time of the values that the task reads; in Runge-Kutta stages the time of the stage.
  Real time() const { return context_.time; }
  /// Length of the running step.
  Real dt() const { return context_.dt; }
  /// Returns, in a task of Implicit, the h of u = u* + h g(u), which it solves for u. u* is what it
  /// reads, and g the part of du/dt that no task adds to rhs(u).
  Real implicit_step() const { return context_.implicit_step; }
  /// Steps finished before the running one.
  long iteration() const { return context_.iteration; }
  /// Grid spacing in direction d; 0 where the grid has no such direction.
  Real spacing(int d) const { return context_.spacing[d]; }
  /// Lower corner of the domain (grid.domain); 0 where the grid has no such direction.
  Vec3 domain_lower() const { return context_.lower; }
  /// Upper corner of the domain; 0 where the grid has no such direction.
  Vec3 domain_upper() const { return context_.upper; }
  /// Points (or cells) of the whole grid in direction d: p.i(), p.j() and p.k() run from 0 to
  /// points(d) - 1, which tells where the faces of a domain that is not periodic are.
  int points(int d) const { return context_.points[std::size_t(d)]; }
  /// Returns, in a boundary task, the face and the layer of this call.
  const FaceLayer& face() const { return context_.face; }
  /// 1, 2 or 3.
  int dimensions() const { return context_.dimensions; }
  /// Product of the spacings of the directions that the grid has.
  Real cell_volume() const;
  /// Returns the context, for callers of functions of other languages.
  const BlockContext& context() const { return context_; }

  /// Runs kernel(const Point&) at every point of the region of this call. Profilers call the
  /// loop `name`.
  template <class F>
  void for_each(std::string_view name, const F& kernel) const {
    for_each(name, kernel, context_.prefetch);
  }
  /// Runs a loop that accesses some of the fields only: `ahead` are those of
  /// context().prefetch.
  template <class F>
  void for_each(std::string_view name, const F& kernel, std::span<const Prefetch> ahead) const {
    for (const Piece& piece : context_.pieces) {
#ifdef CARDON_ON_GPU
      detail::run_points(name, piece, kernel);
#else
      detail::run_rows(name, piece, ahead, kernel, context_.in_team);
#endif
    }
  }

  /// Combines value(const Point&) over all points of the grid into a scalar the task declared with
  /// reduces(); exact, so that the result does not depend on the decomposition. Host only.
  template <class F>
  void reduce(const Scalar& scalar, const F& value) const {
    std::vector<Real> row;
    for (const Piece& piece : context_.pieces) {
      const Box b = intersect(piece.box, context_.owned);
      if (b.empty()) continue;
      row.resize(std::size_t(b.extent(0)));
      for (int k = b.lo[2]; k < b.hi[2]; ++k)
        for (int j = b.lo[1]; j < b.hi[1]; ++j) {
          for (int i = b.lo[0]; i < b.hi[0]; ++i)
            row[std::size_t(i - b.lo[0])] = value(Point{i, j, k, &piece.frame});
          add_row(scalar, row, Point{b.lo[0], j, k, &piece.frame});
        }
    }
  }

 private:
  void add_row(const Scalar& scalar, const std::vector<Real>& row, const Point& first) const;
  const BoundField& find(FieldRef field, bool write) const;
  const ReducedValue& find(const ScalarRef& scalar, int component) const;
  const BlockContext& context_;
};

}  // namespace cardon
