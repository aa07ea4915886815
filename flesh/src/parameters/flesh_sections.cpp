// SPDX-License-Identifier: Apache-2.0
// The sections that belong to no thorn.
#include <cardon/services/parameter_registry.hpp>
#include <cardon/services/role_name.hpp>
#include <string>
#include <utility>

namespace cardon {
namespace {

using Declarations = std::vector<ParameterDeclaration>;
using Names = List<std::string_view>;
using Integers = List<int>;

ParameterSection flesh_section(std::string path, std::string description, Declarations parameters) {
  ParameterSection section;
  section.path = std::move(path);
  section.description = std::move(description);
  section.provider = "flesh";
  section.parameters = std::move(parameters);
  return section;
}

Declarations top_level() {
  return {
      declare(Parameter{"title", "", "Purpose of this run in one line"}),
      declare(Parameter<Names>{"thorns", {}, "Thorns to activate, by name"}),
      declare(Parameter<Names>{
          "thorn_path", {}, "Folders to search for thorns before the installed ones"}),
      declare_tree("machine",
                   "Sites and the slow links between them, or a file that describes them, such as "
                   "two-sites")
          .scalar_means("file"),
      declare_tree("expect", "Expected results for tests of this file; ignored by run"),
  };
}

Declarations grid() {
  return {
      declare(Parameter<Integers>{"points",
                                  {},
                                  "Points in x, y, z; as many numbers as the grid has directions",
                                  at_least(1)})
          .without_default(),
      declare(Parameter<Integers>{"cells",
                                  {},
                                  "Cells in x, y, z: a cell-centred grid; give this or points",
                                  at_least(1)})
          .without_default(),
      declare_tree("domain",
                   "Lower and upper end in each direction, such as [[0, 1], [0, 1], [0, 1]], in "
                   "units.length"),
      declare_tree("boundary",
                   "Outer boundary, for all faces or by direction and face, such as periodic"),
      declare(Parameter{"initial_boundary", "fill",
                        "Boundary points of initial data: fill applies the boundary condition, "
                        "keep retains the values set by the thorn",
                        one_of("fill", "keep")}),
  };
}

Declarations units() {
  return {
      declare(Parameter{"length", "m",
                        "Unit of coordinates, of a length such as km, pc or Mpc; geometric: c = G "
                        "= 1, all in powers of a mass M; none: plain numbers"}),
      declare(Parameter{"time", "s",
                        "Unit of times, such as ms or Myr; default: s, or geometric or none with "
                        "the length"})
          .without_default(),
  };
}

Declarations time() {
  return {
      declare(
          Parameter{"courant", 0.5, "Time step in units of smallest spacing / speed", positive}),
      declare(Parameter{"step", 1.0, "Fixed time step; replaces the one from courant", positive,
                        unit("s")})
          .without_default(),
      declare(Parameter{"start", 0.0, "Time of the initial data", unit("s")}),
      declare(Parameter{"integrator", "", "Integrator of evolved fields with right-hand sides"})
          .names_service(role_name<Integrator>),
  };
}

Declarations adaptive() {
  constexpr Range share{.lower = 0, .upper = 1, .lower_open = true};
  return {
      declare(Parameter{"by", "none",
                        "Control of the step: none: fixed; limits: the longest step that the "
                        "thorns allow for the current fields; errors: the tolerance, by the "
                        "integrator's estimate of the error of a step",
                        one_of("none", "limits", "errors")}),
      declare(Parameter{
                  "every", 8,
                  "Iterations between evaluations of the fields; default: by limits 8, growing to "
                  "24 while no step is rejected, by errors 32, as estimates cost a "
                  "right-hand side",
                  at_least(1)})
          .without_default(),
      declare(
          Parameter{"lead", 8,
                    "Iterations from an evaluation to the first step that it governs, during which "
                    "the ranks agree; at most every; default: 24 by limits, 16 by errors, or every "
                    "if that is less",
                    non_negative})
          .without_default(),
      declare(Parameter{"safety", 0.9,
                        "Safety factor: target step as a fraction of the longest step allowed",
                        share}),
      declare(Parameter{"growth", 1.1, "Maximum ratio of successive steps", at_least(1)}),
      declare(Parameter{"first", 0.2, "First step, as a fraction of the target step", share}),
      declare(Parameter{"min_step", 0.0,
                        "Shortest step allowed; the run ends if a shorter one is required",
                        non_negative, unit("s")}),
      declare(Parameter{"max_step", 1.0, "Longest step allowed; default: unlimited", positive,
                        unit("s")})
          .without_default(),
      declare(Parameter{"tolerance", 1e-6,
                        "By errors: largest error of a step, in units of the value at its point",
                        non_negative}),
      declare(Parameter{"absolute_tolerance", 1e-9,
                        "By errors: error allowed in addition, in the unit of each field",
                        positive}),
  };
}

Declarations stop() {
  return {
      declare(
          Parameter{"iterations", 0, "Stop after this many iterations", non_negative}.steerable())
          .without_default(),
      declare(Parameter{"time", 0.0,
                        "Stop at this simulated time; the step from courant is shortened to fit",
                        unit("s")}
                  .steerable())
          .without_default(),
  };
}

Declarations health() {
  return {
      declare(Parameter{"task_timeout", 3600.0,
                        "End the run when one call of a task lasts longer than this; 0: never; "
                        "default: six times transport.timeout",
                        non_negative, unit("s")})
          .without_default(),
      declare(Parameter{"trace", 60.0,
                        "Wall-clock time for repeating the run to find the task that produced a "
                        "NaN; 0: never",
                        non_negative, unit("s")}),
  };
}

Declarations output() {
  return {
      declare(Parameter{"on_failure", "stop",
                        "Action if an output cannot be written: stop: the run stops with a "
                        "checkpoint; continue: a warning is given, and the next output is tried",
                        one_of("stop", "continue")}),
      declare(Parameter{"background", "always",
                        "Whether fields, slices and lines are written by a thread of each rank, "
                        "from copies, while the run computes",
                        one_of("always", "never")}),
      declare(
          Parameter{"memory", 256e6,
                    "Memory of a rank for copies that wait to be written; the run waits when it "
                    "is used up",
                    between(1, 1e15), unit("B")}),
      declare(Parameter{"on_damaged_table", "refuse",
                        "Action at a restart if a table differs from its state at the checkpoint: "
                        "refuse: an older checkpoint is used; salvage: readable rows are copied",
                        one_of("refuse", "salvage")}),
  };
}

Declarations random() {
  return {declare(Parameter{"seed", 1, "Seed of the random numbers of tasks", non_negative})};
}

Declarations transport() {
  return {
      declare(
          Parameter{"timeout", 600.0,
                    "End the run when a rank that others wait for has been silent for this long; "
                    "0: wait indefinitely",
                    non_negative, unit("s"), formerly("give_up_after")}),
      declare(
          Parameter{"mixed_ranks", "never",
                    "Whether ranks may run different builds of Cardon or of thorns, or on hosts "
                    "whose mathematical functions round differently: results then depend on "
                    "the decomposition",
                    one_of("never", "always")}),
  };
}

Declarations predict() {
  return {
      declare(Parameter{"speed", 1.0,
                        "Grid points that a rank of speed 1 updates per second; default: measured",
                        positive, unit("1/s")})
          .without_default(),
      declare_tree(
          "site_speeds",
          "Speeds of sites, if they differ from those used for the decomposition: {a: 2, b: 1}"),
      declare(Parameter{"ratio", 1.0,
                        "Compression ratio of every codec chain; default: measured on the data",
                        at_least(1)})
          .without_default(),
      declare(Parameter{"encode", 1e9, "Bytes that a rank compresses per second, if ratio is given",
                        positive, unit("B/s")}),
      declare(Parameter{"decode", 1e9,
                        "Bytes that a rank decompresses per second, if ratio is given", positive,
                        unit("B/s")}),
      declare(Parameter{"steps", "free",
                        "free: ranks wait for messages only; together: all ranks wait for each "
                        "other at the end of every step",
                        one_of("free", "together")}),
      declare(Parameter{"message", 5e-6,
                        "Processor time of a message on its sender and on its receiver",
                        non_negative, unit("s")}),
      declare(Parameter{"intra_latency", 20e-6, "Latency between ranks of a site", non_negative,
                        unit("s")}),
      declare(Parameter{"intra_bandwidth", 0.0, "Bandwidth of a rank within its site; 0: unlimited",
                        non_negative, unit("B/s")}),
  };
}

}  // namespace

void add_flesh_sections(ParameterRegistry& registry) {
  registry.add(flesh_section("", "A parameter file", top_level()));
  registry.add(flesh_section("grid", "The grid and its outer boundary", grid()));
  registry.add(
      flesh_section("units", "Units of coordinates, times and parameters of thorns", units()));
  registry.add(flesh_section("time", "Time step and integrator", time()));
  registry.add(flesh_section("time.adaptive", "Steps that follow the fields", adaptive()));
  registry.add(flesh_section("time.stop", "When to stop; whichever comes first", stop()));
  registry.add(flesh_section("predict", "What predict and simulate assume", predict()));
  registry.add(flesh_section("output", "What a run writes", output()));
  registry.add(flesh_section("random", "Random numbers of tasks", random()));
  registry.add(flesh_section("transport", "Messages between ranks", transport()));
  registry.add(flesh_section("health", "Checks of the solution while it evolves", health()));
}

}  // namespace cardon
