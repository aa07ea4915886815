// Scalar wave equation:  d/dt phi = pi,   d/dt pi = c^2 laplacian(phi)
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Parameter speed{"speed", 1.0, "Wave speed", positive, unit("m/s")};
constexpr Parameter width{"width", 0.2, "Width of the initial Gaussian", positive, unit("m")};

constexpr Field phi{"phi", "Scalar field"};
constexpr Field pi{"pi", "Time derivative of phi"};

static void gaussian(Block& block) {
  auto u = block.write(phi), v = block.write(pi);
  const Real w = block[width];
  block.for_each("gaussian", KOKKOS_LAMBDA(const Point& p) {
    u(p) = exp(-p.r2() / (w * w));
    v(p) = 0;
  });
}

static void wave_rhs(Block& block) {
  auto u = block.read(phi), v = block.read(pi);
  auto du = block.write(rhs(phi)), dv = block.write(rhs(pi));
  const Real c2 = block[speed] * block[speed];
  block.for_each("wave_rhs", KOKKOS_LAMBDA(const Point& p) {
    du(p) = v(p);
    dv(p) = c2 * laplacian(u, p);
  });
}

CARDON_THORN(WaveToy) {
  thorn.summary("Scalar wave equation, first order in time");
  thorn.parameters(speed, width);
  thorn.evolves(phi, pi);
  thorn.at(Initial, "gaussian", gaussian).writes(phi, pi);
  thorn.at(EvolveRhs, "wave_rhs", wave_rhs).reads(phi, stencil(1)).reads(pi).writes(rhs(phi), rhs(pi));
}
