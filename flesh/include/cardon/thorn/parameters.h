/* SPDX-License-Identifier: Apache-2.0
 * A part of <cardon/thorn.h>, which thorns include: how they declare parameters. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/** The thorn being declared; `thorn` inside CARDON_THORN. */
typedef struct cardon_thorn cardon_thorn;

/** Legal values of a number; made by the functions below. All zero: any. */
typedef struct cardon_range {
  double lower,   /**< smallest legal value */
      upper;      /**< largest legal value */
  int has_lower,  /**< 1: `lower` counts */
      has_upper,  /**< 1: `upper` counts */
      lower_open, /**< 1: `lower` itself is not legal */
      upper_open; /**< 1: `upper` itself is not legal */
} cardon_range;

/** v > a */
static inline cardon_range cardon_above(double a) {
  const cardon_range range = {a, 0, 1, 0, 1, 0};
  return range;
}
/** v >= a */
static inline cardon_range cardon_at_least(double a) {
  const cardon_range range = {a, 0, 1, 0, 0, 0};
  return range;
}
/** v < b */
static inline cardon_range cardon_below(double b) {
  const cardon_range range = {0, b, 0, 1, 0, 1};
  return range;
}
/** v <= b */
static inline cardon_range cardon_at_most(double b) {
  const cardon_range range = {0, b, 0, 1, 0, 0};
  return range;
}
/** a <= v <= b */
static inline cardon_range cardon_between(double a, double b) {
  const cardon_range range = {a, b, 1, 1, 0, 0};
  return range;
}

/** When a parameter may change after the start: never, at a restart, or also by steering while the
 * run goes on. */
enum cardon_steering { CARDON_NEVER, CARDON_ON_RESTART, CARDON_WHILE_RUNNING };

/** What a parameter has besides its name and default; unset members are 0 or NULL. */
typedef struct cardon_parameter_options {
  const char* description; /**< one line for lists and documents; required */
  const char* unit;        /**< of reals: "m/s" */
  const char* choices;     /**< the only legal values: "gaussian, plane" or "2, 4" */
  cardon_range range;      /**< of numbers */
  int steering;            /**< enum cardon_steering */
  const char* formerly;    /**< the name in older parameter files, which are told the new one */
} cardon_parameter_options;

/** Of the elements of a list. */
enum cardon_type { CARDON_TYPE_INT, CARDON_TYPE_REAL };

/** A boolean with the default `value`, 0 or 1. */
void cardon_add_bool(cardon_thorn*, const char* name, int value, const cardon_parameter_options*);
/** An integer; .range and .choices restrict it. */
void cardon_add_int(cardon_thorn*, const char* name, int value, const cardon_parameter_options*);
/** A real; .unit is that of bare numbers in parameter files. */
void cardon_add_real(cardon_thorn*, const char* name, double value,
                     const cardon_parameter_options*);
/** Three reals in the order x, y, z; .range holds for each. */
void cardon_add_vec3(cardon_thorn*, const char* name, double x, double y, double z,
                     const cardon_parameter_options*);
/** A keyword if .choices is given, else any string. */
void cardon_add_text(cardon_thorn*, const char* name, const char* value,
                     const cardon_parameter_options*);
/** A list of any length; `type` is an enum cardon_type, the default `values` text such as "0.1,
 * 0.2". */
void cardon_add_list(cardon_thorn*, int type, const char* name, const char* values,
                     const cardon_parameter_options*);
/** A formula in x, y, z, r, t and the thorn's numeric parameters. */
void cardon_add_formula(cardon_thorn*, const char* name, const char* formula,
                        const cardon_parameter_options*);
/** A file with values on a regular grid; it has no default. */
void cardon_add_data_file(cardon_thorn*, const char* name, const cardon_parameter_options*);
/** How a table is interpolated where the user does not say it: monotone is cubic and makes no
 * extrema of its own. */
enum cardon_interpolation { CARDON_LINEAR, CARDON_MONOTONE };
/** A text file with a function of 1 or 2 arguments; `interpolation` is an enum
 * cardon_interpolation. */
void cardon_add_table(cardon_thorn*, const char* name, int arguments, int interpolation,
                      const cardon_parameter_options*);

/* Parameters: after the default comes the description, then options by name, such as
 *   CARDON_ADD_REAL(thorn, "speed", 1.0, "Wave speed", .range = cardon_above(0), .unit = "m/s"); */
#define CARDON_PARAMETER_OPTIONS_(...) \
  &(cardon_parameter_options) { .description = __VA_ARGS__ }
/** A boolean: CARDON_ADD_BOOL(thorn, "damp", 0, "Damp the wave"); */
#define CARDON_ADD_BOOL(thorn, name, value, ...) \
  cardon_add_bool(thorn, name, value, CARDON_PARAMETER_OPTIONS_(__VA_ARGS__))
/** An integer: CARDON_ADD_INT(thorn, "order", 4, "Order", .choices = "2, 4"); */
#define CARDON_ADD_INT(thorn, name, value, ...) \
  cardon_add_int(thorn, name, value, CARDON_PARAMETER_OPTIONS_(__VA_ARGS__))
/** A real: CARDON_ADD_REAL(thorn, "width", 0.2, "Width of the pulse", .unit = "m"); */
#define CARDON_ADD_REAL(thorn, name, value, ...) \
  cardon_add_real(thorn, name, value, CARDON_PARAMETER_OPTIONS_(__VA_ARGS__))
/** Three reals: CARDON_ADD_VEC3(thorn, "centre", 0, 0, 0, "Centre of the pulse"); */
#define CARDON_ADD_VEC3(thorn, name, x, y, z, ...) \
  cardon_add_vec3(thorn, name, x, y, z, CARDON_PARAMETER_OPTIONS_(__VA_ARGS__))
/** A keyword if .choices is given, else any string. */
#define CARDON_ADD_TEXT(thorn, name, value, ...) \
  cardon_add_text(thorn, name, value, CARDON_PARAMETER_OPTIONS_(__VA_ARGS__))
/** Lists of any length; the default is text such as "0.1, 0.2". */
#define CARDON_ADD_REALS(thorn, name, values, ...) \
  cardon_add_list(thorn, CARDON_TYPE_REAL, name, values, CARDON_PARAMETER_OPTIONS_(__VA_ARGS__))
/** A list of integers; see CARDON_ADD_REALS. */
#define CARDON_ADD_INTS(thorn, name, values, ...) \
  cardon_add_list(thorn, CARDON_TYPE_INT, name, values, CARDON_PARAMETER_OPTIONS_(__VA_ARGS__))
/** A formula in x, y, z, r, t and the thorn's numeric parameters. */
#define CARDON_ADD_FORMULA(thorn, name, formula, ...) \
  cardon_add_formula(thorn, name, formula, CARDON_PARAMETER_OPTIONS_(__VA_ARGS__))
/** A file with values on a regular grid: .unit and .range are those of its values. */
#define CARDON_ADD_DATA_FILE(thorn, name, ...) \
  cardon_add_data_file(thorn, name, CARDON_PARAMETER_OPTIONS_(__VA_ARGS__))
/** A text file with a function of one or two arguments in columns: .unit and .range are those of
 * its values. */
#define CARDON_ADD_TABLE(thorn, name, arguments, interpolation, ...) \
  cardon_add_table(thorn, name, arguments, interpolation, CARDON_PARAMETER_OPTIONS_(__VA_ARGS__))

#ifdef __cplusplus
}
#endif
