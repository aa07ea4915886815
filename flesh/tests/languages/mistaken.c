// SPDX-License-Identifier: Apache-2.0
// Mistakes of thorns; none of them may end in a crash.
#include <cardon/thorn.h>

// Goes on with what it must not have.
void reads_undeclared(const cardon_block* block);
void reads_undeclared(const cardon_block* block) {
  const cardon_reader u = cardon_read(block, "w");
  const cardon_writer v = cardon_write(block, "u"), odd = cardon_write(block, "past(v");
  CARDON_FOR_EACH(block, i, j, k) {
    CARDON_AT(v, i, j, k) = CARDON_AT(u, i + 3, j - 3, k) + cardon_get_real(block, "speed");
    CARDON_AT(odd, i, j, k) = 0;
  }
}

void asks_for_unknown_parameter(const cardon_block* block);
void asks_for_unknown_parameter(const cardon_block* block) { cardon_get_real(block, "spede"); }

void asks_for_another_kind(const cardon_block* block);
void asks_for_another_kind(const cardon_block* block) {
  int count = 7;
  cardon_get_reals(block, "speed", &count);
  if (count == 0) cardon_get_int(block, "order");
}

void asks_for_fourth_component(const cardon_block* block);
void asks_for_fourth_component(const cardon_block* block) {
  cardon_get_component(block, "centre", 3);
}

void takes_text_for_formula(const cardon_block* block);
void takes_text_for_formula(const cardon_block* block) {
  cardon_value(cardon_get_formula(block, "kind"), 0, 0, 0, 0);
}

void takes_formula_for_text(const cardon_block* block);
void takes_formula_for_text(const cardon_block* block) { cardon_get_text(block, NULL); }

double limits_by_unknown_parameter(const cardon_block* block);
double limits_by_unknown_parameter(const cardon_block* block) {
  return cardon_get_real(block, "spede");
}

void takes_real_for_data(const cardon_block* block);
void takes_real_for_data(const cardon_block* block) {
  cardon_data_value(cardon_get_data(block, "speed"), 0, 0, 0);
}

void asks_for_data_not_given(const cardon_block* block);
void asks_for_data_not_given(const cardon_block* block) {
  cardon_data_max(cardon_get_data(block, "model"));
}

void takes_two_arguments_for_one(const cardon_block* block);
void takes_two_arguments_for_one(const cardon_block* block) {
  cardon_table_value_2(cardon_get_table(block, "layers", 2), 0, 0);
}

void asks_for_table_not_given(const cardon_block* block);
void asks_for_table_not_given(const cardon_block* block) {
  cardon_table_max(cardon_get_table(block, "eos", 2));
}

void asks_for_scalar_not_declared(const cardon_block* block);
void asks_for_scalar_not_declared(const cardon_block* block) {
  cardon_get_scalar(block, "lagged(mass, 3)");
}

void asks_for_a_position_of_nothing(const cardon_block* block);
void asks_for_a_position_of_nothing(const cardon_block* block) {
  double position[3];
  cardon_get_position(block, "turns", position);
}

void asks_for_a_rate(const cardon_block* block);
void asks_for_a_rate(const cardon_block* block) { cardon_get_scalar(block, "rhs( turns )"); }

void asks_for_the_position_of_a_rate(const cardon_block* block);
void asks_for_the_position_of_a_rate(const cardon_block* block) {
  double position[3];
  cardon_get_position(block, "rhs(turns)", position);
}

void sets_the_past(const cardon_block* block);
void sets_the_past(const cardon_block* block) { cardon_set_scalar(block, "lagged(turns, 2)", 1); }

void sets_what_it_only_reads(const cardon_block* block);
void sets_what_it_only_reads(const cardon_block* block) { cardon_set_scalar(block, "turns", 1); }

void takes_tables_for_each_other(const cardon_block* block);
void takes_tables_for_each_other(const cardon_block* block) {
  const double one = cardon_table_value_2(cardon_get_table(block, "layers", 1), 0, 0);
  const double two = cardon_table_value(cardon_get_table(block, "eos", 2), 0);
  if (one == one || two == two) cardon_get_real(block, "a number");
}

void refuses_parameters(const cardon_block* block);
void refuses_parameters(const cardon_block* block) {
  cardon_refuse(block, "speed", "everything/speed", "the speed is odd", "take another");
  cardon_refuse(block, "order", "everything/order", "only the first counts", "");
}

void refuses_unknown_parameter(const cardon_block* block);
void refuses_unknown_parameter(const cardon_block* block) {
  cardon_refuse(block, "spede", NULL, NULL, NULL);
}

// Its region may be too large for memory.
void touches_undeclared(const cardon_block* block);
void touches_undeclared(const cardon_block* block) {
  const cardon_reader w = cardon_read(block, "w");
  const cardon_writer u = cardon_write(block, "u");
  CARDON_AT(u, block->last[0] + 3, block->last[1], block->last[2]) =
      CARDON_AT(w, block->lo[0] - 3, block->lo[1] - 3, block->lo[2] - 3);
}

void reduces_beyond_the_region(const cardon_block* block);
void reduces_beyond_the_region(const cardon_block* block) {
  const double row[64] = {0};
  cardon_reduce(block, "mass", row, block->hi[1], block->lo[2]);
}

void reduces_no_row(const cardon_block* block);
void reduces_no_row(const cardon_block* block) {
  cardon_reduce(block, "mass", NULL, block->lo[1], block->lo[2]);
}

void reduces_a_longer_row(const cardon_block* block);
void reduces_a_longer_row(const cardon_block* block) {
  const double row[64] = {0};
  cardon_reduce_row(block, "mass", row, 64, block->lo[1], block->lo[2]);
}

void asks_for_lists_without_their_length(const cardon_block* block);
void asks_for_lists_without_their_length(const cardon_block* block) {
  if (cardon_get_reals(block, "widths", NULL)[0] +
          (double)cardon_get_ints(block, "modes", NULL)[0] !=
      1.1)
    cardon_get_real(block, "wrong");
}

CARDON_THORN(Mistaken) {
  CARDON_ADD_TASK(thorn, 17, "early", reads_undeclared, .reads = "u");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE, "typing", reads_undeclared, .reads = "u wiht stencil(1)");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE, "never", reads_undeclared, .every = -2);
  CARDON_ADD_TASK(thorn, CARDON_PRE_STEP, "past", sets_the_past, .sets = "lagged(turns, 2)");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE_RHS, "wide", reads_undeclared,
                  .writes = "rhs(u) with stencil(1)");
  CARDON_ADD_EVOLVED(thorn, "u", "Field", .tensor = 9);
  CARDON_ADD_EVOLVED(thorn, "w", "Field", .past_levels = -1);
  CARDON_ADD_INT(thorn, "n", 1, "Number", .unit = "m");
  CARDON_ADD_TEXT(thorn, "word", "a", "Word", .range = cardon_below(3));
  CARDON_ADD_BOOL(thorn, "both", 1, "Both", .choices = "true, false");
  cardon_add_list(thorn, 77, "odd", "1", NULL);
  CARDON_ADD_INTS(thorn, "few", "", "Few", .choices = "1, two");
  cardon_add_table(thorn, "surface", 3, CARDON_LINEAR, NULL);
  cardon_add_real(thorn, "fine", 1, NULL);
}
