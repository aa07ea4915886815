// Heat conduction:  d/dt u = diffusivity laplacian(u)
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Parameter diffusivity{"diffusivity", 1.0, "Thermal diffusivity", positive, unit("m^2/s")};
constexpr Parameter width{"width", 0.2, "Width of the initial Gaussian", positive, unit("m")};

constexpr Field u{"u", "Temperature", unit("K")};

static void gaussian(Block& block) {
  auto now = block.write(u);
  const Real w = block[width];
  block.for_each(
      "gaussian", KOKKOS_LAMBDA(const Point& p) { now(p) = exp(-p.r2() / (w * w)); });
}

static void heat_rhs(Block& block) {
  auto now = block.read(u);
  auto rate = block.write(rhs(u));
  const Real d = block[diffusivity];
  block.for_each(
      "heat_rhs", KOKKOS_LAMBDA(const Point& p) { rate(p) = d * laplacian(now, p); });
}

CARDON_THORN(TemplateThorn) {
  thorn.summary("Heat conduction");
  thorn.parameters(diffusivity, width);
  thorn.evolves(u);
  thorn.at(Initial, "gaussian", gaussian).writes(u);
  thorn.at(EvolveRhs, "heat_rhs", heat_rhs).reads(u, stencil(1)).writes(rhs(u));
}
