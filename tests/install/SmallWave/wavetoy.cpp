// Scalar wave equation:  d/dt phi = pi,   d/dt pi = c^2 laplacian(phi)
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Parameter speed{"speed", 1.0, "Wave speed", positive, unit("m/s")};
constexpr Parameter width{"width", 0.2, "Width of the initial Gaussian", positive, unit("m")};

constexpr Evolved phi{"phi", "Scalar field"}, pi{"pi", "Time derivative of phi"};

KOKKOS_FUNCTION static void gaussian(Point p, Write<phi> u, Write<pi> v, Value<width> w) {
  u(p) = exp(-p.r2() / (w * w));
  v(p) = 0;
}

KOKKOS_FUNCTION static void wave_rhs(Point p, Read<phi, 1> u, Read<pi> v, Write<rhs<phi>> du,
                                     Write<rhs<pi>> dv, Value<speed> c) {
  du(p) = v(p);
  dv(p) = c * c * laplacian(u, p);
}

CARDON_THORN(WaveToy) {
  thorn.summary("Scalar wave equation, first order in time");
  thorn.at<gaussian>(Initial);
  thorn.at<wave_rhs>(EvolveRhs);
}
