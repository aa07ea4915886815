// Scalar wave equation:  d/dt phi = pi,   d/dt pi = c^2 laplacian(phi)
#include <cardon/thorn.h>
#include <math.h>

static void gaussian(const cardon_block* block) {
  const cardon_writer u = cardon_write(block, "phi"), v = cardon_write(block, "pi");
  const double w = cardon_get_real(block, "width");
  CARDON_FOR_EACH(block, i, j, k) {
    const double x = cardon_x(block, i), y = cardon_y(block, j), z = cardon_z(block, k);
    CARDON_AT(u, i, j, k) = exp(-(x * x + y * y + z * z) / (w * w));
    CARDON_AT(v, i, j, k) = 0;
  }
}

static double second(cardon_reader u, int i, int j, int k, int a, int b, int c) {
  return (CARDON_AT(u, i - a, j - b, k - c) + CARDON_AT(u, i + a, j + b, k + c)) -
         2 * CARDON_AT(u, i, j, k);
}

static void wave_rhs(const cardon_block* block) {
  const cardon_reader u = cardon_read(block, "phi"), v = cardon_read(block, "pi");
  const cardon_writer du = cardon_write(block, "rhs(phi)"), dv = cardon_write(block, "rhs(pi)");
  const double speed = cardon_get_real(block, "speed"), *h = block->inverse_spacing;
  CARDON_FOR_EACH(block, i, j, k) {
    CARDON_AT(du, i, j, k) = CARDON_AT(v, i, j, k);
    CARDON_AT(dv, i, j, k) =
        speed * speed *
        ((h[0] * h[0] * second(u, i, j, k, 1, 0, 0) + h[1] * h[1] * second(u, i, j, k, 0, 1, 0)) +
         h[2] * h[2] * second(u, i, j, k, 0, 0, 1));
  }
}

CARDON_THORN(WaveC) {
  cardon_summary(thorn, "Scalar wave equation, first order in time, in C");
  CARDON_ADD_REAL(thorn, "speed", 1, "Wave speed", .range = cardon_above(0), .unit = "m/s");
  CARDON_ADD_REAL(thorn, "width", 0.2, "Width of the initial Gaussian", .unit = "m",
                  .range = cardon_above(0));
  CARDON_ADD_EVOLVED(thorn, "phi", "Scalar field");
  CARDON_ADD_EVOLVED(thorn, "pi", "Time derivative of phi");
  CARDON_ADD_TASK(thorn, CARDON_INITIAL, "gaussian", gaussian, .writes = "phi, pi");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE_RHS, "wave_rhs", wave_rhs,
                  .reads = "phi with stencil(1), pi", .writes = "rhs(phi), rhs(pi)");
}
