// SPDX-License-Identifier: Apache-2.0
// A wave whose source is a dipole that is held, or swings, at faces that know how its static field
// falls off: Dipole in C, to the bit.
#include <cardon/thorn.h>
#include <math.h>

#define PI 3.14159265358979323846

/// What the moment, the position and the size of the charges are.
typedef struct dipole {
  double p[3], c[3], s;
} dipole;

static dipole get_dipole(const cardon_block* block) {
  dipole d = {.s = cardon_get_real(block, "width")};
  for (int n = 0; n < 3; ++n) {
    d.p[n] = cardon_get_component(block, "moment", n);
    d.c[n] = cardon_get_component(block, "centre", n);
  }
  return d;
}

/// The vector from the dipole to a point, and the square of its length.
typedef struct offset {
  double x, y, z, r2;
} offset;

static offset offset_of(const cardon_block* block, const dipole* d, int i, int j, int k) {
  offset at = {cardon_x(block, i) - d->c[0], cardon_y(block, j) - d->c[1],
               cardon_z(block, k) - d->c[2], 0};
  at.r2 = at.x * at.x + at.y * at.y + at.z * at.z;
  return at;
}

static double along(const dipole* d, offset at) {
  return (d->p[0] * at.x + d->p[1] * at.y) + d->p[2] * at.z;
}

static double field_at_rest(const dipole* d, offset at) {
  const double s = d->s, r = sqrt(at.r2), u = r / s;
  const double g = u < 0.02 ? 4 / (3 * s * s * s) * (1 - 0.6 * u * u)
                            : (sqrt(PI) * erf(u) - 2 * u * exp(-u * u)) / (r * r * r);
  return along(d, at) * g / (4 * pow(PI, 1.5));
}

static double density(const dipole* d, offset at) {
  const double s2 = d->s * d->s;
  return 2 / s2 * along(d, at) * exp(-at.r2 / s2) / (pow(PI, 1.5) * s2 * d->s);
}

static void set_at_rest(const cardon_block* block) {
  const cardon_writer u = cardon_write(block, "phi"), v = cardon_write(block, "pi"),
                      rho = cardon_write(block, "shape");
  const dipole d = get_dipole(block);
  CARDON_FOR_EACH(block, i, j, k) {
    const offset at = offset_of(block, &d, i, j, k);
    CARDON_AT(u, i, j, k) = field_at_rest(&d, at);
    CARDON_AT(v, i, j, k) = 0;
    CARDON_AT(rho, i, j, k) = density(&d, at);
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
  const cardon_reader u = cardon_read(block, "phi"), v = cardon_read(block, "pi"),
                      rho = cardon_read(block, "shape");
  const cardon_writer du = cardon_write(block, "rhs(phi)"), dv = cardon_write(block, "rhs(pi)");
  const double speed = cardon_get_real(block, "speed"), c2 = speed * speed;
  const double turned = 1 - cos(cardon_get_real(block, "frequency") * block->time);
  const double moment = 1 + cardon_get_real(block, "swing") * turned / 2;
  CARDON_FOR_EACH(block, i, j, k) {
    CARDON_AT(du, i, j, k) = CARDON_AT(v, i, j, k);
    CARDON_AT(dv, i, j, k) = c2 * (laplacian(block, u, i, j, k) + moment * CARDON_AT(rho, i, j, k));
  }
}

static void compare(const cardon_block* block) {
  const cardon_reader u = cardon_read(block, "phi");
  const cardon_writer e = cardon_write(block, "error");
  const dipole d = get_dipole(block);
  CARDON_FOR_EACH(block, i, j, k)
  CARDON_AT(e, i, j, k) = CARDON_AT(u, i, j, k) - field_at_rest(&d, offset_of(block, &d, i, j, k));
}

static double courant_limit(const cardon_block* block) {
  if (block->dimensions < 3)
    cardon_refuse(block, "moment", "dipole/grid", "a dipole needs a grid of three directions",
                  "give grid.points three numbers");
  const double h = cardon_smallest_spacing(block);
  return h / cardon_get_real(block, "speed");
}

static void declare_parameters(cardon_thorn* thorn) {
  CARDON_ADD_REAL(thorn, "speed", 1, "Wave speed c", .range = cardon_above(0), .unit = "m/s");
  CARDON_ADD_VEC3(thorn, "moment", 0, 0, 1, "Dipole moment p at the start");
  CARDON_ADD_VEC3(thorn, "centre", 0, 0, 0, "Position of the dipole", .unit = "m",
                  .formerly = "center");
  CARDON_ADD_REAL(thorn, "width", 0.2, "Size s of its charges exp(-r^2/s^2)",
                  .range = cardon_above(0), .unit = "m");
  CARDON_ADD_REAL(thorn, "swing", 0, "The moment is p (1 + swing (1 - cos(frequency t)) / 2)");
  CARDON_ADD_REAL(thorn, "frequency", 6, "Angular frequency of the moment", .unit = "1/s");
}

CARDON_THORN(DipoleC) {
  cardon_summary(
      thorn,
      "A wave whose source is a dipole, with boundaries that match the decay of its field, in C");
  cardon_cite(thorn, "M. Alcubierre et al., Phys. Rev. D 67, 084023, 2003");
  declare_parameters(thorn);
  CARDON_ADD_EVOLVED(thorn, "phi", "Scalar field");
  CARDON_ADD_EVOLVED(thorn, "pi", "Time derivative of phi");
  CARDON_ADD_AUXILIARY(thorn, "shape", "Density of the charges at the start", .no_boundary = 1);
  CARDON_ADD_DERIVED(thorn, "error", "phi minus the field of the dipole at rest", .no_boundary = 1);
  cardon_limits_step(thorn, "courant", courant_limit);
  for (int n = 0; n < 2; ++n) {
    const char* field = n ? "pi" : "phi";
    cardon_radiates(thorn, field, "speed", 0);
    cardon_decays(thorn, field, 3);  // the field at rest falls off as 1 / r^2
  }
  CARDON_ADD_TASK(thorn, CARDON_INITIAL, "at_rest", set_at_rest, .writes = "phi, pi, shape");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE_RHS, "evolve", evolve, .writes = "rhs(phi), rhs(pi)",
                  .reads = "phi with stencil(1), pi, shape", .flops = 15);
  CARDON_ADD_TASK(thorn, CARDON_ANALYSIS, "compare", compare, .reads = "phi", .writes = "error");
}
