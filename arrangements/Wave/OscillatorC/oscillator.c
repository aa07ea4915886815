// SPDX-License-Identifier: Apache-2.0
// A wave and a driven oscillator that feed each other: Oscillator in C, to the bit.
#include <cardon/thorn.h>
#include <math.h>
#include <stdlib.h>

static void set_at_rest(const cardon_block* block) {
  const cardon_writer u = cardon_write(block, "phi"), v = cardon_write(block, "pi"),
                      rho = cardon_write(block, "shape");
  const double s = cardon_get_real(block, "width");
  double c[3] = {0, 0, 0}, norm = 1;
  for (int d = 0; d < block->dimensions; ++d) {
    norm /= s * sqrt(3.14159265358979323846);
    c[d] = cardon_get_component(block, "centre", d);
  }
  CARDON_FOR_EACH(block, i, j, k) {
    const double x = cardon_x(block, i) - c[0], y = cardon_y(block, j) - c[1],
                 z = cardon_z(block, k) - c[2];
    CARDON_AT(u, i, j, k) = 0;
    CARDON_AT(v, i, j, k) = 0;
    CARDON_AT(rho, i, j, k) = norm * exp(-(x * x + y * y + z * z) / (s * s));
  }
}

static void set_oscillator(const cardon_block* block) {
  cardon_set_scalar(block, "displacement", cardon_get_real(block, "start"));
  cardon_set_scalar(block, "velocity", 0);
  cardon_set_scalar(block, "work", 0);
}

static void reduce_reaction(const cardon_block* block) {
  const cardon_reader v = cardon_read(block, "pi"), rho = cardon_read(block, "shape");
  const double volume = cardon_cell_volume(block);
  double* row = malloc((size_t)(block->hi[0] - block->lo[0]) * sizeof *row);
  for (int k = block->lo[2]; k < block->hi[2]; ++k)
    for (int j = block->lo[1]; j < block->hi[1]; ++j) {
      for (int i = block->lo[0]; i < block->hi[0]; ++i)
        row[i - block->lo[0]] = volume * (CARDON_AT(rho, i, j, k) * CARDON_AT(v, i, j, k));
      cardon_reduce(block, "reaction", row, j, k);
    }
  free(row);
}

static void move(const cardon_block* block, double felt) {
  const double v = cardon_get_scalar(block, "velocity"), m = cardon_get_real(block, "mass"),
               w = cardon_get_real(block, "frequency");
  const double driving = cardon_get_real(block, "force") *
                         sin(cardon_get_real(block, "force_frequency") * block->time);
  const double resisting = 2 * cardon_get_real(block, "damping") * v;
  cardon_set_scalar(block, "rhs(displacement)", v);
  cardon_set_scalar(block, "rhs(velocity)",
                    -w * w * cardon_get_scalar(block, "displacement") - resisting +
                        (driving - cardon_get_real(block, "coupling") * felt) / m);
  cardon_set_scalar(block, "rhs(work)", (driving - m * resisting) * v);
}
static void move_with_wave(const cardon_block* block) {
  move(block, cardon_get_scalar(block, "reaction"));
}
static void move_freely(const cardon_block* block) { move(block, 0); }

static double laplacian(const cardon_block* block, cardon_reader u, int i, int j, int k) {
  const double* h = block->inverse_spacing;
  const double two = 2 * CARDON_AT(u, i, j, k);
  return (h[0] * h[0] * ((CARDON_AT(u, i - 1, j, k) + CARDON_AT(u, i + 1, j, k)) - two) +
          h[1] * h[1] * ((CARDON_AT(u, i, j - 1, k) + CARDON_AT(u, i, j + 1, k)) - two)) +
         h[2] * h[2] * ((CARDON_AT(u, i, j, k - 1) + CARDON_AT(u, i, j, k + 1)) - two);
}

static void evolve_wave(const cardon_block* block) {
  const cardon_reader u = cardon_read(block, "phi"), v = cardon_read(block, "pi"),
                      rho = cardon_read(block, "shape");
  const cardon_writer du = cardon_write(block, "rhs(phi)"), dv = cardon_write(block, "rhs(pi)");
  const double speed = cardon_get_real(block, "speed"), c2 = speed * speed;
  const double source = cardon_get_real(block, "coupling") * cardon_get_scalar(block, "velocity");
  CARDON_FOR_EACH(block, i, j, k) {
    CARDON_AT(du, i, j, k) = CARDON_AT(v, i, j, k);
    CARDON_AT(dv, i, j, k) = c2 * laplacian(block, u, i, j, k) + source * CARDON_AT(rho, i, j, k);
  }
}

static void reduce_energy(const cardon_block* block) {
  const cardon_reader u = cardon_read(block, "phi"), v = cardon_read(block, "pi");
  const double half = 0.5 * cardon_cell_volume(block), speed = cardon_get_real(block, "speed");
  const double c2 = speed * speed;
  double* row = malloc((size_t)(block->hi[0] - block->lo[0]) * sizeof *row);
  for (int k = block->lo[2]; k < block->hi[2]; ++k)
    for (int j = block->lo[1]; j < block->hi[1]; ++j) {
      for (int i = block->lo[0]; i < block->hi[0]; ++i)
        row[i - block->lo[0]] =
            half * (CARDON_AT(v, i, j, k) * CARDON_AT(v, i, j, k) -
                    c2 * (CARDON_AT(u, i, j, k) * laplacian(block, u, i, j, k)));
      cardon_reduce(block, "wave_energy", row, j, k);
    }
  free(row);
}

static void hold_end(const cardon_block* block) {
  const char* names[] = {"phi", "pi"};
  const char* scalars[] = {"displacement", "velocity"};
  const int* in = block->inward;
  for (int n = 0; n < 2; ++n) {
    const cardon_reader old = cardon_read(block, names[n]);
    const cardon_writer u = cardon_write(block, names[n]);
    const double at = cardon_get_scalar(block, scalars[n]);
    CARDON_FOR_EACH(block, i, j, k)
    CARDON_AT(u, i, j, k) =
        block->face_depth == 0 ? at : 2 * at - CARDON_AT(old, i + in[0], j + in[1], k + in[2]);
  }
}

static double courant_limit(const cardon_block* block) {
  const double h = cardon_smallest_spacing(block);
  return h / cardon_get_real(block, "speed");
}

static void declare_parameters(cardon_thorn* thorn) {
  CARDON_ADD_REAL(thorn, "speed", 1, "Wave speed c", .range = cardon_above(0), .unit = "m/s");
  CARDON_ADD_VEC3(thorn, "centre", 0.5, 0.5, 0.5, "Position of the oscillator", .unit = "m",
                  .formerly = "center");
  CARDON_ADD_REAL(thorn, "width", 0.1, "Width s of its shape exp(-r^2/s^2)",
                  .range = cardon_above(0), .unit = "m");
  CARDON_ADD_REAL(thorn, "mass", 1, "Mass m of the oscillator", .range = cardon_above(0));
  CARDON_ADD_REAL(thorn, "frequency", 6, "Angular frequency w of the free oscillator",
                  .range = cardon_at_least(0), .unit = "1/s");
  CARDON_ADD_REAL(thorn, "damping", 0, "Damping rate gamma", .range = cardon_at_least(0),
                  .unit = "1/s");
  CARDON_ADD_REAL(thorn, "coupling", 1, "Coupling g of wave and oscillator");
  CARDON_ADD_BOOL(thorn, "feels_wave", 1,
                  "The wave acts on the oscillator; requires a wait in each stage");
  CARDON_ADD_REAL(thorn, "force", 0, "Amplitude of the force F = force * sin(force_frequency t)");
  CARDON_ADD_REAL(thorn, "force_frequency", 6, "Angular frequency of the force", .unit = "1/s");
  CARDON_ADD_REAL(thorn, "start", 1, "Displacement q at the start; all else is at rest");
}

static void declare_quantities(cardon_thorn* thorn) {
  CARDON_ADD_EVOLVED(thorn, "phi", "Scalar field");
  CARDON_ADD_EVOLVED(thorn, "pi", "Time derivative of phi");
  CARDON_ADD_AUXILIARY(thorn, "shape", "Shape rho of the oscillator; its integral is 1");
  CARDON_ADD_EVOLVED_SCALAR(thorn, "displacement", "Displacement q of the oscillator");
  CARDON_ADD_EVOLVED_SCALAR(thorn, "velocity", "Velocity v of the oscillator");
  CARDON_ADD_EVOLVED_SCALAR(thorn, "work", "Work done on the oscillator by force and damping");
  cardon_add_scalar(thorn, "reaction", "Integral of rho pi, the wave as the oscillator feels it",
                    CARDON_SUM, "");
  cardon_add_scalar(thorn, "wave_energy", "Energy of the wave", CARDON_SUM, "");
}

CARDON_THORN(OscillatorC) {
  cardon_summary(thorn, "A wave and a driven oscillator that feed each other, in C");
  cardon_cite(thorn, "H. Lamb, Proc. Lond. Math. Soc. s1-32, 208-211, 1900");
  declare_parameters(thorn);
  declare_quantities(thorn);
  cardon_limits_step(thorn, "courant", courant_limit);
  cardon_radiates(thorn, "phi", "speed", 0);
  cardon_radiates(thorn, "pi", "speed", 0);
  CARDON_ADD_TASK(thorn, CARDON_INITIAL, "at_rest", set_at_rest, .writes = "phi, pi, shape");
  CARDON_ADD_TASK(thorn, CARDON_INITIAL, "start", set_oscillator,
                  .sets = "displacement, velocity, work");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE_RHS, "reaction", reduce_reaction, .reads = "pi, shape",
                  .reduces = "reaction", .when = "feels_wave");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE_RHS, "oscillator", move_with_wave, .when = "feels_wave",
                  .scalars = "displacement, velocity, reaction",
                  .sets = "rhs(displacement), rhs(velocity), rhs(work)");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE_RHS, "oscillator_alone", move_freely,
                  .when = "feels_wave = false", .scalars = "displacement, velocity",
                  .sets = "rhs(displacement), rhs(velocity), rhs(work)");
  CARDON_ADD_TASK(thorn, CARDON_ANALYSIS, "felt", reduce_reaction, .reads = "pi, shape",
                  .reduces = "reaction", .when = "feels_wave = false");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE_RHS, "wave", evolve_wave, .scalars = "velocity",
                  .reads = "phi with stencil(1), pi, shape", .writes = "rhs(phi), rhs(pi)",
                  .flops = 14);
  CARDON_ADD_BOUNDARY(thorn, "held", hold_end, .reads = "phi with stencil(1), pi with stencil(1)",
                      .writes = "phi, pi", .scalars = "displacement, velocity");
  CARDON_ADD_TASK(thorn, CARDON_ANALYSIS, "energy", reduce_energy, .reduces = "wave_energy",
                  .reads = "phi with stencil(1), pi");
}
