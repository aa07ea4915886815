// SPDX-License-Identifier: Apache-2.0
// A thorn with one of everything, for the tests of registry and builder.
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Parameter speed{"speed", 1.0, "Wave speed", positive, unit("m/s")};
constexpr Parameter with_source{"with_source", false, "Adds a source"};
constexpr Parameter order{"order", 2, "Order of differences", one_of(2, 4)};
constexpr Parameter initial{"initial", "plane", "Initial data", one_of("plane", "gaussian")};

constexpr Evolved phi = Evolved{"phi", "Scalar field", unit("V")}.past_levels(1);
constexpr FieldRef rho_of_beta = uses("Beta::rho");
constexpr Field source = Field{"source", "Source of phi"}.no_boundary();
constexpr Derived flow = Derived{"flow", "Flow"};
constexpr Scalar energy{"energy", "Total energy", Reduce::sum, unit("J")};

static void start(Point, Write<phi>, Write<past<phi>>) {}
static void evolve(Point, Read<phi, 1>, Read<phi, 0, 2, 0>, Read<past<phi>>, Read<rho_of_beta>,
                   Write<next<phi>>) {}
static void sum(Point p, Read<phi>, Combine<energy> total) { total(p) = 0; }
static Real limit(Value<speed>) { return 1; }

CARDON_THORN(Alpha) {
  thorn.summary("One of everything");
  thorn.limits_step<limit>("cfl");
  thorn.parameters(with_source, order);
  thorn.at<start>(Initial).when(initial, "gaussian");
  thorn.at<evolve>(Evolve)
      .when(with_source)
      .when(order, 4)
      .before("Beta::other")
      .after("start")
      .every(3)
      .flops(7.5, 2);
  thorn.at<sum>(Analysis, "energy");
  thorn.auxiliary(source);  // which no task uses
  thorn.derives(flow);
  thorn.radiates(phi, speed, 2.5);
}
