/* SPDX-License-Identifier: Apache-2.0
 * The one header of application thorns in C (C11). flesh/doc/thorns-in-c-and-fortran.md shows a
 * whole thorn and says what differs from C++.
 *
 * Mistakes in what a thorn declares or asks for end the program with an error message once the
 * function that made them has returned: none of the functions below fails. What cannot be had is 0,
 * "" or NaN until then; a formula or data file is NULL, which cardon_value() and the like accept.
 * Text is copied; NULL counts as "". */
#pragma once
#include <cardon/thorn/parameters.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Declaring a thorn ---------------------------------------------------------------------------- */

/** What a task sees, below. */
typedef struct cardon_block cardon_block;

#ifndef __cplusplus
/** CARDON_THORN(Name) { cardon_summary(thorn, "..."); ... } declares the thorn of a module. */
#define CARDON_THORN(Name)                         \
  void cardon_declare_##Name(cardon_thorn* thorn); \
  void cardon_declare_##Name(cardon_thorn* thorn)
#endif

/** One line for lists. */
void cardon_summary(cardon_thorn* thorn, const char* text);
/** Who wrote the thorn; one call for each name. */
void cardon_add_author(cardon_thorn* thorn, const char* name);
/** A work that users of the thorn should cite, in one line. */
void cardon_cite(cardon_thorn* thorn, const char* work);

/** How the components of a field behave under reflections; vectors have the components name_x,
 * name_y, name_z, plane vectors the first two of them, tensors name_xx, name_xy, name_xz, name_yy,
 * name_yz, name_zz. */
enum cardon_tensor {
  CARDON_SCALAR,           /**< even under all reflections */
  CARDON_VECTOR,           /**< component c is odd under reflection in direction c */
  CARDON_AXIAL_VECTOR,     /**< component c is even in direction c, odd in the others */
  CARDON_SYMMETRIC_TENSOR, /**< reflected like products of vector components */
  CARDON_PLANE_VECTOR      /**< x, y of a vector */
};
/** What a field is for: advanced in time, computed for output, or stored besides. */
enum cardon_role { CARDON_ROLE_EVOLVED, CARDON_ROLE_DERIVED, CARDON_ROLE_AUXILIARY };

/** What a field has besides its name; unset members are 0 or NULL. */
typedef struct cardon_field_options {
  const char* description; /**< one line for lists and outputs; required */
  const char* unit;        /**< such as "m/s"; NULL: none given */
  int tensor;              /**< enum cardon_tensor */
  int past_levels;         /**< older time levels to keep */
  int no_boundary;         /**< 1: not touched by boundary conditions */
} cardon_field_options;

/** `role` is an enum cardon_role; use the macros below. */
void cardon_add_field(cardon_thorn*, int role, const char* name, const cardon_field_options*);

#define CARDON_ADD_FIELD_(thorn, role, name, ...) \
  cardon_add_field(thorn, role, name, &(cardon_field_options){.description = __VA_ARGS__})
/** A field advanced in time: CARDON_ADD_EVOLVED(thorn, "phi", "Scalar field", .past_levels = 1); */
#define CARDON_ADD_EVOLVED(thorn, name, ...) \
  CARDON_ADD_FIELD_(thorn, CARDON_ROLE_EVOLVED, name, __VA_ARGS__)
/** A field stored besides. */
#define CARDON_ADD_AUXILIARY(thorn, name, ...) \
  CARDON_ADD_FIELD_(thorn, CARDON_ROLE_AUXILIARY, name, __VA_ARGS__)
/** A field computed at analysis when an output asks for it. */
#define CARDON_ADD_DERIVED(thorn, name, ...) \
  CARDON_ADD_FIELD_(thorn, CARDON_ROLE_DERIVED, name, __VA_ARGS__)

/** How the values of a scalar are combined over the grid. */
enum cardon_reduction {
  CARDON_SUM,  /**< sum f */
  CARDON_MEAN, /**< (sum f) / N, N points */
  CARDON_MIN,  /**< smallest f */
  CARDON_MAX,  /**< largest f */
  CARDON_L1,   /**< (sum |f|) / N */
  CARDON_L2,   /**< sqrt((sum f f) / N) */
  CARDON_LINF  /**< max |f| */
};
/** A number made from the grid by a task that calls cardon_reduce(); an enum cardon_reduction. */
void cardon_add_scalar(cardon_thorn*, const char* name, const char* description, int reduction,
                       const char* unit);
/** After cardon_add_scalar: the value before the first reduction, 0 unless given. */
void cardon_starts_at(cardon_thorn*, const char* scalar, double value);

/** A state outside the grid: numbers that are the same everywhere. Tasks set them (.sets) with
 * cardon_set_scalar() and read them (.scalars) with cardon_get_scalar(). */
typedef struct cardon_scalar_options {
  const char* description; /**< one line for lists and outputs; required */
  const char* unit;        /**< such as "rad"; NULL: none given */
  double start;            /**< the value before any task has set it */
  int components;          /**< n: name_0, name_1, ... instead of a single number */
} cardon_scalar_options;

/** evolved: 1: the integrator advances it, a task sets rhs(name); 0: tasks set it themselves. */
void cardon_add_state_scalar(cardon_thorn*, int evolved, const char* name,
                             const cardon_scalar_options*);
/** CARDON_ADD_EVOLVED_SCALAR(thorn, "angle", "Angle of the pendulum", .start = 0.1); */
#define CARDON_ADD_EVOLVED_SCALAR(thorn, name, ...) \
  cardon_add_state_scalar(thorn, 1, name, &(cardon_scalar_options){.description = __VA_ARGS__})
/** A scalar that tasks set with cardon_set_scalar(); options as for CARDON_ADD_EVOLVED_SCALAR. */
#define CARDON_ADD_STATE_SCALAR(thorn, name, ...) \
  cardon_add_state_scalar(thorn, 0, name, &(cardon_scalar_options){.description = __VA_ARGS__})

/** Time bins in the order of a step. */
enum cardon_bin {
  CARDON_INITIAL,    /**< once before the first step */
  CARDON_PRE_STEP,   /**< at the start of each step */
  CARDON_EVOLVE,     /**< tasks that compute next levels themselves */
  CARDON_EVOLVE_RHS, /**< in every stage of the integrator */
  CARDON_IMPLICIT,   /**< in implicit stages, after CARDON_EVOLVE_RHS */
  CARDON_POST_STEP,  /**< after the time levels have rotated */
  CARDON_ANALYSIS,   /**< when an output needs it */
  CARDON_TERMINATE   /**< once after the last step */
};

/** A task. It may be called several times in a step, on different regions, and by several threads
 * at once unless it is declared as serial; it must treat every point alike and must not keep state.
 */
typedef void cardon_task(const cardon_block* block);
/** Returns the time step that time.courant: 1 stands for. */
typedef double cardon_step_limit(const cardon_block* block);

/** Options of a task. Lists of fields are written as error messages write them:
 *   "phi with stencil(1), past(phi), Other::rho with stencil(2, 1, 0)", "next(phi)", "rhs(u)". */
typedef struct cardon_task_options {
  const char* reads;   /**< fields, each at the point itself or with the reach of a stencil */
  const char* writes;  /**< fields, at the point itself */
  const char* reduces; /**< scalars */
  const char* when;    /**< "order = 2, damp": only with these values of parameters */
  const char* before;  /**< tasks: "other, Thorn::task" */
  const char* after;   /**< tasks that it follows */
  int every;           /**< n: runs in steps 0, n, 2n, ... */
  double flops;        /**< floating-point operations per point */
  const char* scalars; /**< scalars that it reads: "total, lagged(Other::mass, 2)" */
  const char* sets;    /**< scalars that it sets: "rhs(angle), turns"; such a task runs once, not at
                            points, and may read nothing but scalars */
  int serial; /**< 1: never on several threads at once, for functions with static variables */
  double flops_per_direction; /**< floating-point operations that each direction of the grid adds */
} cardon_task_options;

/** `bin` is an enum cardon_bin; use the macro below. */
void cardon_add_task(cardon_thorn*, int bin, const char* name, cardon_task*,
                     const cardon_task_options*);
/** CARDON_ADD_TASK(thorn, CARDON_EVOLVE, "evolve", evolve, .reads = "...", .writes = "..."); */
#define CARDON_ADD_TASK(thorn, bin, name, function, ...) \
  cardon_add_task(thorn, bin, name, function, &(cardon_task_options){__VA_ARGS__})

/** A boundary that grid.boundary can name as "Thorn::name". It is called once for each layer of
 * points at a face, from the inside outwards, and fills what it writes with what it reads at the
 * point or, where a stencil is declared, up to so many points further inside along the normal: see
 * face_direction and inward below. Of the options it has reads, writes,
 * scalars, flops and serial. */
void cardon_add_boundary(cardon_thorn*, const char* name, cardon_task*, const cardon_task_options*);
/** CARDON_ADD_BOUNDARY(thorn, "wall", wall, .reads = "u with stencil(1)", .writes = "u"); */
#define CARDON_ADD_BOUNDARY(thorn, name, function, ...) \
  cardon_add_boundary(thorn, name, function, &(cardon_task_options){__VA_ARGS__})

/** NULL: the minimum of the scalar `name`, where steps are adaptive. The smallest limit counts. */
void cardon_limits_step(cardon_thorn*, const char* name, cardon_step_limit*);
/** For the radiative boundary: the field (or component) travels outwards as far_value + u(r - v t)
 * / r; the speed v is that in a real parameter, or a number, such as "1.5". */
void cardon_radiates(cardon_thorn*, const char* field, const char* speed, double far_value);
/** After cardon_radiates: what the right-hand side has besides a wave falls off as 1 / r^power; for
 * fields that the integrator advances. A field like 1 / r^m at rest: m + 1. */
void cardon_decays(cardon_thorn*, const char* field, int power);

/* What a task sees ----------------------------------------------------------------------------- */

/** The region of one call. Indices are global: a point has the same ones wherever it is computed,
 * from 0 in each direction. In directions that the grid does not have, lo is 0 and hi is 1. */
struct cardon_block {
  int lo[3];   /**< first point to compute, in x, y, z */
  int hi[3];   /**< one behind the last */
  int last[3]; /**< hi - 1, for loops that include their end */
  int low[3],  /**< lo, moved by the widest stencil of what the task reads; where the grid lacks a
                  direction, by that of any direction */
      high[3]; /**< last, moved likewise */
  int dimensions;            /**< 1, 2 or 3 */
  long iteration;            /**< steps finished before the running one */
  double time;               /**< of the values that are read */
  double dt;                 /**< length of the running step */
  double implicit_step;      /**< tasks of CARDON_IMPLICIT: h of u = u* + h g(u), to be solved */
  double spacing[3];         /**< 0 in directions that the grid does not have */
  double inverse_spacing[3]; /**< 1 / spacing, or 0 */
  double origin[3];          /**< coordinates of the point (0, 0, 0) */
  double domain_lower[3],    /**< lower corner; 0 in directions that the grid does not have */
      domain_upper[3];       /**< upper corner; 0 likewise */
  int points[3];             /**< of the whole grid: the faces are at 0 and points - 1 */
  int face_direction;        /**< boundary tasks: of the normal, 0, 1, 2 for x, y, z; else -1 */
  int face_upper;            /**< boundary tasks: 1 at the upper face */
  int face_depth; /**< of the layer: 0 the outermost points, -1, -2, ... outside the grid */
  int inward[3];  /**< boundary tasks: from a point to the next one inside; else 0 */
  struct cardon_call* call;         /**< for the functions below */
  const struct cardon_ahead* ahead; /**< fields that the processor is to fetch ahead */
  int ahead_count;                  /**< number of elements of `ahead` */
};

/** Of a row (j, k) the values that will be needed some rows later begin at origin + k sz + j sy. */
typedef struct cardon_ahead {
  const double* origin; /**< of the field, moved by the distance ahead */
  ptrdiff_t sy,         /**< stride of y, in values */
      sz;               /**< stride of z */
} cardon_ahead;

#ifdef __GNUC__
/* Unless it is inlined first, gcc takes a function that only prefetches for one without effect. */
__attribute__((always_inline))
#endif
/** Has the processor fetch what rows behind the row (j, k) need; in CARDON_FOR_EACH. */
static inline void
cardon_prefetch_row(const cardon_block* block, int j, int k) {
#ifdef __GNUC__
  for (int n = 0; n < block->ahead_count; ++n) {
    const cardon_ahead* a = &block->ahead[n];
    const double* row = a->origin + k * a->sz + j * a->sy;
    for (int i = block->lo[0]; i < block->hi[0]; i += 8) __builtin_prefetch(row + i);
  }
#else
  (void)block, (void)j, (void)k;
#endif
}

#if defined(__GNUC__) && !defined(__clang__)
#define CARDON_INDEPENDENT_ _Pragma("GCC ivdep")
#else
#define CARDON_INDEPENDENT_
#endif

/** for (i, j, k) over the region, x innermost. The loop over x has no dependences between points:
 * tasks read what they write at the point itself at most. */
#define CARDON_FOR_EACH(block, i, j, k)                                                            \
  for (int k = (block)->lo[2]; k < (block)->hi[2]; ++k)                                            \
    for (int j = (block)->lo[1]; j < (block)->hi[1] && (cardon_prefetch_row(block, j, k), 1); ++j) \
  CARDON_INDEPENDENT_ for (int i = (block)->lo[0]; i < (block)->hi[0]; ++i)

/** Coordinate x of the points i, by the same arithmetic as in C++. */
static inline double cardon_x(const cardon_block* block, int i) {
  return block->origin[0] + i * block->spacing[0];
}
/** Coordinate y of the points j. */
static inline double cardon_y(const cardon_block* block, int j) {
  return block->origin[1] + j * block->spacing[1];
}
/** Coordinate z of the points k. */
static inline double cardon_z(const cardon_block* block, int k) {
  return block->origin[2] + k * block->spacing[2];
}

/** The smallest spacing of the directions that the grid has, for step limits. */
static inline double cardon_smallest_spacing(const cardon_block* block) {
  double h = block->spacing[0];
  for (int d = 1; d < block->dimensions; ++d)
    if (block->spacing[d] < h) h = block->spacing[d];
  return h;
}

/** A field to read. origin is the address of the point (0, 0, 0), in the storage or not; sy and sz
 * are the strides of y and z, 0 in directions that the grid does not have; x has stride 1. */
typedef struct cardon_reader {
  const double* origin; /**< address of the point (0, 0, 0) */
  ptrdiff_t sy,         /**< stride of y, in values */
      sz;               /**< stride of z */
} cardon_reader;
/** A field to write. */
typedef struct cardon_writer {
  double* origin; /**< address of the point (0, 0, 0) */
  ptrdiff_t sy,   /**< stride of y, in values */
      sz;         /**< stride of z */
} cardon_writer;

/** The value of a field at a point. */
#define CARDON_AT(field, i, j, k) ((field).origin[(k) * (field).sz + (j) * (field).sy + (i)])

/** Fields that the task declared: "phi", "past(phi)", "next(phi)", "rhs(phi)", "Other::rho", or a
 * component such as "B_x". */
cardon_reader cardon_read(const cardon_block*, const char* field);
/** A field to write, which the task declared with .writes. */
cardon_writer cardon_write(const cardon_block*, const char* field);

/** Value of a boolean parameter, 0 or 1. */
int cardon_get_bool(const cardon_block*, const char* parameter);
/** Value of an integer parameter. */
int cardon_get_int(const cardon_block*, const char* parameter);
/** Value of a real parameter, in its unit. */
double cardon_get_real(const cardon_block*, const char* parameter);
/** Component 0, 1 or 2 of a parameter of three reals. */
double cardon_get_component(const cardon_block*, const char* parameter, int component);
/** Value of a string or keyword; valid until the task returns, as are the lists below. */
const char* cardon_get_text(const cardon_block*, const char* parameter);
/** Elements of a list of reals; their number goes to *count. */
const double* cardon_get_reals(const cardon_block*, const char* parameter, int* count);
/** Elements of a list of integers; their number goes to *count. */
const long* cardon_get_ints(const cardon_block*, const char* parameter, int* count);
/** A formula; one thread at a time may evaluate it. */
typedef struct cardon_formula cardon_formula;
/** The formula of a parameter; valid until the task returns. */
const cardon_formula* cardon_get_formula(const cardon_block*, const char* parameter);
/** Value of a formula at a position and time; 0 of NULL. */
double cardon_value(const cardon_formula*, double x, double y, double z, double t);
/** The values of a data file, interpolated linearly between its points. The task may ask for it
 * only where the user has named a file. */
typedef struct cardon_data cardon_data;
/** The values of a data file; valid until the task returns. */
const cardon_data* cardon_get_data(const cardon_block*, const char* parameter);
/** Interpolated value at coordinates x, y, z. */
double cardon_data_value(const cardon_data*, double x, double y, double z);
/** Smallest of all values in the file. */
double cardon_data_min(const cardon_data*);
/** Largest of all values in the file. */
double cardon_data_max(const cardon_data*);
/** A table of one or two arguments; the number is checked. The task may ask for it only where the
 * user has named a file. */
typedef struct cardon_table cardon_table;
/** The table of a parameter; valid until the task returns. */
const cardon_table* cardon_get_table(const cardon_block*, const char* parameter, int arguments);
/** Interpolated value of a table of one argument. */
double cardon_table_value(const cardon_table*, double x);
/** Interpolated value of a table of two arguments. */
double cardon_table_value_2(const cardon_table*, double x, double y);
/** Smallest of all values in the file. */
double cardon_table_min(const cardon_table*);
/** Largest of all values in the file. */
double cardon_table_max(const cardon_table*);

/** A scalar that the task declared with .scalars: "total" of the same step, or "lagged(total, 2)"
 * of two steps before. */
double cardon_get_scalar(const cardon_block*, const char* scalar);
/** Where a scalar of the kind CARDON_MIN or CARDON_MAX has its value: x, y, z of the first such
 * point. */
void cardon_get_position(const cardon_block*, const char* scalar, double position[3]);

/** Random numbers of this thorn by the name of their stream, the same as in C++: they depend on the
 * seed of the run, the name, the step and the position only. */
typedef struct cardon_random {
  uint32_t key[2]; /**< made by cardon_get_random() */
} cardon_random;
/** The stream of this name in the running step. */
cardon_random cardon_get_random(const cardon_block*, const char* stream);
/** Number n of the place (i, j, k), uniform between 0 and 1, never one of them. n = 0, 1, 2, ...
 * are independent. */
double cardon_uniform(cardon_random, int i, int j, int k, int n);
/** Number n of the place (i, j, k), normal with mean 0 and variance 1. */
double cardon_normal(cardon_random, int i, int j, int k, int n);

/** Ends the run when the function has returned: people are shown where they set the parameter that
 * is to blame. slug: a stable name of the mistake, such as "wave/width"; message: what is wrong,
 * one line, no full stop; help: what to do. For step limits and tasks, in later steps where values
 * of fields cannot be. */
void cardon_refuse(const cardon_block*, const char* parameter, const char* slug,
                   const char* message, const char* help);

/** A warning at the start of the run, for step limits only; the arguments are those of
 * cardon_refuse(). */
void cardon_warn(const cardon_block*, const char* parameter, const char* slug, const char* message,
                 const char* help);

/** Sets a scalar that the task declared: "turns", "mode_2", or the time derivative "rhs(angle)". */
void cardon_set_scalar(const cardon_block*, const char* scalar, double value);
/** Product of the spacings of the directions that the grid has. */
double cardon_cell_volume(const cardon_block*);
/** Adds one row of the region to a scalar that the task declared: the values at
 * (lo[0], j, k), ..., (hi[0] - 1, j, k). The sum over the grid is exact, so that it does not depend
 * on the decomposition. */
void cardon_reduce(const cardon_block*, const char* scalar, const double* row, int j, int k);
/** The same for a row that knows its length, as those of Fortran do: another one is an error. */
void cardon_reduce_row(const cardon_block*, const char* scalar, const double* row, int length,
                       int j, int k);

#ifdef __cplusplus
}
#endif
