/* SPDX-License-Identifier: Apache-2.0
 * Fields as arrays of Fortran with global indices as bounds. Rows are padded, and directions that
 * the grid does not have stand still, which a Fortran pointer can be told from C only (TS 29113).
 */
#include <ISO_Fortran_binding.h>
#include <cardon/thorn.h>

void cardon_fortran_array(const cardon_block* block, const char* field, int written,
                          CFI_cdesc_t* array);
void cardon_fortran_prefetch(const cardon_block* block, int j, int k);

void cardon_fortran_array(const cardon_block* block, const char* field, int written,
                          CFI_cdesc_t* array) {
  cardon_writer values;
  if (written) {
    values = cardon_write(block, field);
  } else {
    const cardon_reader read = cardon_read(block, field);
    values = (cardon_writer){(double*)read.origin, read.sy, read.sz};
  }
  const ptrdiff_t stride[3] = {1, values.sy, values.sz};
  array->base_addr = &CARDON_AT(values, block->low[0], block->low[1], block->low[2]);
  for (int d = 0; d < 3; ++d) {
    array->dim[d].lower_bound = block->low[d];
    array->dim[d].extent = block->high[d] - block->low[d] + 1;
    array->dim[d].sm = stride[d] * (ptrdiff_t)sizeof(double);
  }
}

void cardon_fortran_prefetch(const cardon_block* block, int j, int k) {
  cardon_prefetch_row(block, j, k);
}
