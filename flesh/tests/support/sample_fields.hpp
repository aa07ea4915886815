// SPDX-License-Identifier: Apache-2.0
// A small run for tests of outputs: two fields on a grid, cut into slabs, with parameters from a
// text.
#pragma once
#include <cardon/services/decomposition.hpp>
#include <cardon/services/output.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "local_transport.hpp"
#include "scratch_folder.hpp"

namespace cardon {

/// Parameters of one section, and of others with their defaults. Throws Error with all problems.
struct SampleParameters {
  SampleParameters(ParameterSection section, const std::string& yaml,
                   std::vector<ParameterSection> others = {}) {
    for (ParameterSection& other : others) registry.add(std::move(other));
    section.provider = "test";
    section.description = section.description.empty() ? "Under test" : section.description;
    registry.add(std::move(section));
    input.add_text("test.yaml", yaml);
    std::vector<Problem> problems = input.problems();
    values = std::make_unique<ParameterSet>(resolve_parameters(registry, input, problems));
    if (!problems.empty()) throw Error(problems);
  }
  ParameterRegistry registry;
  ParameterInput input;
  std::unique_ptr<ParameterSet> values;
};

/// Fields "phi" and "pi" of a thorn Wave with values of the global index.
struct SampleFields {
  using Formula = std::function<Real(int, int, int)>;

  explicit SampleFields(Index3 points, Formula phi = nullptr) {
    grid.dimensions = points[2] > 1 ? 3 : points[1] > 1 ? 2 : 1;
    grid.points = points;
    for (int d = 0; d < grid.dimensions; ++d) {
      grid.lower[d] = grid.origin[d] = -1;
      grid.upper[d] = 1;
      grid.spacing[d] = 2.0 / (points[d] - 1);
      grid.periodic[d] = false;
    }
    program.grid = grid;
    program.fields = {{.id = 0, .name = "phi", .thorn = "Wave", .unit = "m"},
                      {.id = 1, .name = "pi", .thorn = "Wave"}};
    if (!phi) phi = [](int i, int j, int k) { return i + 100 * j + 10000 * k + 0.25; };
    formulas = {phi, [](int i, int j, int k) { return std::sin(1.0 + i * 0.3 + j * j * 0.7 - k); }};
  }

  /// The slab of a rank along the last direction, with rows longer than needed, as a driver pads
  /// them.
  struct Local {
    std::vector<std::vector<Real>> storage;
    Decomposition decomposition;
    Snapshot snapshot;
  };
  std::unique_ptr<Local> local(Transport& transport, long iteration, int field_count = 2) const {
    auto here = std::make_unique<Local>();
    const int d = grid.dimensions - 1, n = grid.points[d];
    for (int rank = 0; rank < transport.size(); ++rank) {
      Box& slab = here->decomposition.owned.emplace_back(grid.domain());
      slab.lo[d] = n * rank / transport.size();
      slab.hi[d] = n * (rank + 1) / transport.size();
      here->decomposition.rank_of_block.push_back(rank);
    }
    const Box box = here->decomposition.owned[std::size_t(transport.rank())];
    here->snapshot.iteration = iteration;
    here->snapshot.time = 0.0625 * double(iteration);
    here->snapshot.dt = 0.0625;
    here->snapshot.grid = &grid;
    here->snapshot.transport = &transport;
    here->snapshot.decomposition = &here->decomposition;
    here->snapshot.sites = {grid.domain()};
    for (int f = 0; f < field_count; ++f) here->snapshot.fields.push_back(view(box, f, *here));
    return here;
  }

  OutputSetup setup(const std::filesystem::path& folder, const SampleParameters& parameters,
                    const std::string& section, Transport& transport, int field_count = 2) const {
    OutputSetup s;
    s.folder = folder;
    s.parameters = parameters.values.get();
    s.section = section;
    s.program = &program;
    s.transport = &transport;
    s.sites = {{"here"}, 0, {true}, &transport};
    s.title = "A test";
    for (int f = 0; f < field_count; ++f) s.fields.push_back(&program.fields[std::size_t(f)]);
    for (const ScalarInfo& scalar : program.scalars) s.scalars.push_back(&scalar);
    return s;
  }

  /// What an output finds wrong with its parameters: "slug column" of each problem.
  template <class SomeOutput>
  std::vector<std::string> problems_of(const SampleParameters& parameters,
                                       const std::string& section, int field_count = 2) const {
    LocalWorld world(1);
    LocalTransport transport(world, 0);
    std::vector<std::string> found;
    try {
      SomeOutput().prepare(setup("/nowhere", parameters, section, transport, field_count));
    } catch (const Error& error) {
      for (const Problem& problem : error.problems())
        found.push_back(problem.slug + " " + std::to_string(problem.where.column));
    }
    return found;
  }

  Grid grid;
  Program program;
  std::vector<Formula> formulas;

 private:
  FieldView view(const Box& box, int f, Local& here) const {
    const int pad = 3;
    FieldPiece piece;
    piece.box = box;
    piece.sy = box.extent(0) + pad;
    piece.sz = piece.sy * (box.extent(1) + 1);
    auto& values = here.storage.emplace_back(std::size_t(piece.sz) * std::size_t(box.extent(2)) + 1,
                                             std::nan(""));
    piece.values = values.data() - (box.lo[0] + box.lo[1] * piece.sy + box.lo[2] * piece.sz);
    for (int k = box.lo[2]; k < box.hi[2]; ++k)
      for (int j = box.lo[1]; j < box.hi[1]; ++j)
        for (int i = box.lo[0]; i < box.hi[0]; ++i)
          const_cast<Real*>(piece.row(j, k))[i] = formulas[std::size_t(f)](i, j, k);
    return {&program.fields[std::size_t(f)], {piece}};
  }
};

}  // namespace cardon
