// SPDX-License-Identifier: Apache-2.0
// A thorn with one of everything, for the tests of registry and builder.
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Parameter speed{"speed", 1.0, "Wave speed", positive, unit("m/s")};
constexpr Parameter with_source{"with_source", false, "Adds a source"};
constexpr Parameter order{"order", 2, "Order of differences", one_of(2, 4)};
constexpr Parameter initial{"initial", "plane", "Initial data", one_of("plane", "gaussian")};

constexpr Field phi = Field{"phi", "Scalar field", unit("V")}.past_levels(1);
constexpr Field source = Field{"source", "Source of phi"}.no_boundary();
constexpr Derived flow = Derived{"flow", "Flow"};
constexpr Scalar energy{"energy", "Total energy", Reduce::sum, unit("J")};

static void nothing(Block&) {}
static Real limit(const Block&) { return 1; }

CARDON_THORN(Alpha) {
  thorn.summary("One of everything");
  thorn.parameters(speed, with_source, order, initial);
  thorn.evolves(phi);
  thorn.auxiliary(source);
  thorn.derives(flow);
  thorn.scalars(energy);
  thorn.at(Initial, "start", nothing).writes(phi, past(phi)).when(initial, "gaussian");
  thorn.at(Evolve, "evolve", nothing)
      .reads(phi, stencil(1))
      .reads(phi, stencil(0, 2, 0))
      .reads(past(phi), uses("Beta::rho"))
      .writes(next(phi))
      .when(with_source)
      .when(order, 4)
      .before("Beta::other")
      .after("start")
      .every(3)
      .flops(7.5, 2);
  thorn.at(Analysis, "energy", nothing).reads(phi).reduces(energy);
  thorn.limits_step("cfl", limit);
  thorn.radiates(phi, speed, 2.5);
}
