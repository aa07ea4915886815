// Heat conduction:  d/dt u = diffusivity laplacian(u)
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Parameter diffusivity{"diffusivity", 1.0, "Thermal diffusivity", positive, unit("m^2/s")};
constexpr Parameter width{"width", 0.2, "Width of the initial Gaussian", positive, unit("m")};

constexpr Evolved u{"u", "Temperature", unit("K")};

KOKKOS_FUNCTION static void gaussian(Point p, Write<u> now, Value<width> w) {
  now(p) = exp(-p.r2() / (w * w));
}

KOKKOS_FUNCTION static void heat_rhs(Point p, Read<u, 1> now, Write<rhs<u>> rate,
                                     Value<diffusivity> d) {
  rate(p) = d * laplacian(now, p);
}

CARDON_THORN(TemplateThorn) {
  thorn.summary("Heat conduction");
  thorn.at<gaussian>(Initial);
  thorn.at<heat_rhs>(EvolveRhs);
}
