// Heat conduction:  d/dt u = diffusivity laplacian(u)
#include <cardon/thorn.h>
#include <math.h>

static void gaussian(const cardon_block* block) {
  const cardon_writer u = cardon_write(block, "u");
  const double w = cardon_get_real(block, "width");
  CARDON_FOR_EACH(block, i, j, k) {
    const double x = cardon_x(block, i), y = cardon_y(block, j), z = cardon_z(block, k);
    CARDON_AT(u, i, j, k) = exp(-(x * x + y * y + z * z) / (w * w));
  }
}

static double second(cardon_reader u, int i, int j, int k, int a, int b, int c) {
  return (CARDON_AT(u, i - a, j - b, k - c) + CARDON_AT(u, i + a, j + b, k + c)) -
         2 * CARDON_AT(u, i, j, k);
}

static void heat_rhs(const cardon_block* block) {
  const cardon_reader u = cardon_read(block, "u");
  const cardon_writer rate = cardon_write(block, "rhs(u)");
  const double d = cardon_get_real(block, "diffusivity"), *h = block->inverse_spacing;
  CARDON_FOR_EACH(block, i, j, k) {
    CARDON_AT(rate, i, j, k) =
        d *
        ((h[0] * h[0] * second(u, i, j, k, 1, 0, 0) + h[1] * h[1] * second(u, i, j, k, 0, 1, 0)) +
         h[2] * h[2] * second(u, i, j, k, 0, 0, 1));
  }
}

CARDON_THORN(TemplateThorn) {
  cardon_summary(thorn, "Heat conduction, in C");
  CARDON_ADD_REAL(thorn, "diffusivity", 1, "Thermal diffusivity", .range = cardon_above(0),
                  .unit = "m^2/s");
  CARDON_ADD_REAL(thorn, "width", 0.2, "Width of the initial Gaussian", .range = cardon_above(0),
                  .unit = "m");
  CARDON_ADD_EVOLVED(thorn, "u", "Temperature", .unit = "K");
  CARDON_ADD_TASK(thorn, CARDON_INITIAL, "gaussian", gaussian, .writes = "u");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE_RHS, "heat_rhs", heat_rhs, .reads = "u with stencil(1)",
                  .writes = "rhs(u)");
}
