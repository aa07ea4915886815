// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "dirichlet.hpp"
#include "extrapolation.hpp"
#include "neumann.hpp"
#include "radiative.hpp"
#include "reflecting.hpp"
#include "robin.hpp"

using namespace cardon;

CARDON_THORN(Boundaries) {
  thorn.summary("Conditions at the faces of the domain");
  provide<Boundary, boundaries::Dirichlet>(thorn, "dirichlet",
                                           "The field has a given value, a formula in x, y, z, t");
  provide<Boundary, boundaries::Neumann>(thorn, "neumann", "Flat: no normal derivative");
  provide<Boundary, boundaries::Robin>(
      thorn, "robin", "The field falls off as f0 + k / r^n; its formula is n, such as 1");
  provide<Boundary, boundaries::Extrapolation>(thorn, "extrapolation_1",
                                               "Continued outwards as a constant", 1);
  provide<Boundary, boundaries::Extrapolation>(thorn, "extrapolation_2",
                                               "Continued outwards along a straight line", 2);
  provide<Boundary, boundaries::Extrapolation>(thorn, "extrapolation_3",
                                               "Continued outwards along a parabola", 3);
  provide<Boundary, boundaries::Extrapolation>(thorn, "extrapolation_4",
                                               "Continued outwards along a cubic", 4);
  constexpr auto evolved = boundaries::Extrapolation::Outermost::evolved;
  provide<Boundary, boundaries::Extrapolation>(
      thorn, "one_sided_2", "Differences at the face are one-sided, of order 1 at most", 2,
      evolved);
  provide<Boundary, boundaries::Extrapolation>(
      thorn, "one_sided_3", "Differences at the face are one-sided, of order 2 at most", 3,
      evolved);
  provide<Boundary, boundaries::Extrapolation>(
      thorn, "one_sided_4", "Differences at the face are one-sided, of order 3 at most", 4,
      evolved);
  provide<Boundary, boundaries::Reflecting>(thorn, "reflecting", "Plane of symmetry");
  provide<Boundary, boundaries::Reflecting>(
      thorn, "antireflecting",
      "Plane of antisymmetry, where fields must begin as 0; of a field E, a conducting wall", -1);
  provide<Boundary, boundaries::Radiative>(thorn, "radiative",
                                           "Waves travel out as f0 + u(r - v t) / r");
}
