// SPDX-License-Identifier: Apache-2.0
// Scalar wave equation, second order in time:  d^2/dt^2 phi = v^2 laplacian(phi), leapfrog.
// WaveToy with order: 2 and initial: gaussian, to the bit.
#include <cardon/thorn.h>
#include <math.h>

// A shell of radius R and width s:  g(r) = amplitude exp(-((r - R) / s)^2)
typedef struct {
  double amplitude, radius, width;
} shell;

static double g(shell s, double r) {
  return s.amplitude * exp(-(r - s.radius) / s.width * ((r - s.radius) / s.width));
}

// The exact solution in 3-D at the time d / v before the shell was at rest.
static double earlier(shell s, double r, double d) {
  if (r < 1e-5 * d) return g(s, d) * (1 - 2 * d * (d - s.radius) / (s.width * s.width));
  return (r - d) / (2 * r) * g(s, fabs(r - d)) + (r + d) / (2 * r) * g(s, r + d);
}

// In 1-D and 2-D: to fourth order in dt, from d = v dt sqrt(dimensions).
static double earlier_flat(shell s, double x, double y, double d, int dimensions) {
  double sum = g(s, sqrt((x - d) * (x - d) + y * y)) + g(s, sqrt((x + d) * (x + d) + y * y));
  if (dimensions == 2)
    sum += g(s, sqrt(x * x + (y - d) * (y - d))) + g(s, sqrt(x * x + (y + d) * (y + d)));
  return sum / (2 * dimensions);
}

static void set_gaussian(const cardon_block* block) {
  const cardon_writer now = cardon_write(block, "phi"), old = cardon_write(block, "past(phi)");
  const shell s = {cardon_get_real(block, "amplitude"), cardon_get_real(block, "radius"),
                   cardon_get_real(block, "width")};
  const int n = block->dimensions;
  const double d = cardon_get_real(block, "speed") * block->dt * (n < 3 ? sqrt(n) : 1);
  double c[3];
  for (int e = 0; e < 3; ++e) c[e] = e < n ? cardon_get_component(block, "centre", e) : 0;
  CARDON_FOR_EACH(block, i, j, k) {
    const double x = cardon_x(block, i) - c[0], y = cardon_y(block, j) - c[1],
                 z = n < 3 ? 0 : cardon_z(block, k) - c[2], r = sqrt(x * x + y * y + z * z);
    CARDON_AT(now, i, j, k) = g(s, r);
    CARDON_AT(old, i, j, k) = n < 3 ? earlier_flat(s, x, y, d, n) : earlier(s, r, d);
  }
}

static double laplacian(const cardon_block* block, cardon_reader u, int i, int j, int k) {
  const double* h = block->inverse_spacing;
  const double two = 2 * CARDON_AT(u, i, j, k);
  return (h[0] * h[0] * ((CARDON_AT(u, i - 1, j, k) + CARDON_AT(u, i + 1, j, k)) - two) +
          h[1] * h[1] * ((CARDON_AT(u, i, j - 1, k) + CARDON_AT(u, i, j + 1, k)) - two)) +
         h[2] * h[2] * ((CARDON_AT(u, i, j, k - 1) + CARDON_AT(u, i, j, k + 1)) - two);
}

static void evolve(const cardon_block* block) {
  const cardon_reader now = cardon_read(block, "phi"), old = cardon_read(block, "past(phi)");
  const cardon_writer result = cardon_write(block, "next(phi)");
  const double step = cardon_get_real(block, "speed") * block->dt, c = step * step;
  CARDON_FOR_EACH(block, i, j, k)
  CARDON_AT(result, i, j, k) =
      (2 * CARDON_AT(now, i, j, k) - CARDON_AT(old, i, j, k)) + c * laplacian(block, now, i, j, k);
}

static void energy_density(const cardon_block* block) {
  const cardon_reader now = cardon_read(block, "phi"), old = cardon_read(block, "past(phi)");
  const cardon_writer e = cardon_write(block, "energy");
  const double v = cardon_get_real(block, "speed"), rate = 1 / block->dt;
  const double* h = block->inverse_spacing;
  CARDON_FOR_EACH(block, i, j, k) {
    const double t = rate * (CARDON_AT(now, i, j, k) - CARDON_AT(old, i, j, k)),
                 x = h[0] * (0.5 * (CARDON_AT(now, i + 1, j, k) - CARDON_AT(now, i - 1, j, k))),
                 y = h[1] * (0.5 * (CARDON_AT(now, i, j + 1, k) - CARDON_AT(now, i, j - 1, k))),
                 z = h[2] * (0.5 * (CARDON_AT(now, i, j, k + 1) - CARDON_AT(now, i, j, k - 1)));
    CARDON_AT(e, i, j, k) = 0.5 * (t * t + v * v * ((x * x + y * y) + z * z));
  }
}

static void sum_energy(const cardon_block* block) {
  const cardon_reader e = cardon_read(block, "energy");
  for (int k = block->lo[2]; k < block->hi[2]; ++k)
    for (int j = block->lo[1]; j < block->hi[1]; ++j)
      cardon_reduce(block, "final_energy", &CARDON_AT(e, block->lo[0], j, k), j, k);
}

static double courant_limit(const cardon_block* block) {
  const double h = cardon_smallest_spacing(block);
  return h / cardon_get_real(block, "speed");
}

CARDON_THORN(WaveToyC) {
  cardon_summary(thorn, "Scalar wave equation, second order in time (leapfrog), in C");
  CARDON_ADD_REAL(thorn, "speed", 1, "Wave speed v", .range = cardon_above(0), .unit = "m/s");
  CARDON_ADD_REAL(thorn, "amplitude", 1, "Height of the shell");
  CARDON_ADD_REAL(thorn, "radius", 0, "Radius R of the shell", .range = cardon_at_least(0),
                  .unit = "m");
  CARDON_ADD_REAL(thorn, "width", 0.1, "Width s of the shell", .range = cardon_above(0),
                  .unit = "m");
  CARDON_ADD_VEC3(thorn, "centre", 0.5, 0.5, 0.5, "Centre of the shell", .unit = "m",
                  .formerly = "center");
  CARDON_ADD_EVOLVED(thorn, "phi", "Scalar field", .past_levels = 1);
  CARDON_ADD_DERIVED(thorn, "energy", "Energy density");
  cardon_add_scalar(thorn, "final_energy", "Mean of energy at the end of the run", CARDON_MEAN, "");
  cardon_limits_step(thorn, "courant", courant_limit);
  cardon_radiates(thorn, "phi", "speed", 0);
  CARDON_ADD_TASK(thorn, CARDON_INITIAL, "gaussian", set_gaussian, .writes = "phi, past(phi)");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE, "evolve", evolve, .writes = "next(phi)", .flops = 15,
                  .reads = "phi with stencil(1), past(phi)");
  CARDON_ADD_TASK(thorn, CARDON_ANALYSIS, "energy", energy_density, .writes = "energy",
                  .reads = "phi with stencil(1), past(phi)");
  CARDON_ADD_TASK(thorn, CARDON_TERMINATE, "final_energy", sum_energy, .reads = "energy",
                  .reduces = "final_energy");
}
