! SPDX-License-Identifier: Apache-2.0
!> The one module of application thorns in Fortran 2008: cardon/thorn.h in Fortran's words, where comments say more.
!> flesh/doc/thorns-in-c-and-fortran.md shows a whole thorn. Compiled as part of every project that holds such thorns, as
!> module files belong to one compiler.
module cardon
  use cardon_c, only: cardon_thorn, cardon_block, cardon_random
  use cardon_c, only: cardon_linear, cardon_monotone
  use cardon_c, only: cardon_never, cardon_on_restart, cardon_while_running
  use cardon_c, only: cardon_scalar, cardon_vector, cardon_axial_vector, cardon_symmetric_tensor, &
                      cardon_plane_vector
  use cardon_c, only: cardon_sum, cardon_mean, cardon_min, cardon_max, cardon_l1, cardon_l2, cardon_linf
  use cardon_c, only: cardon_initial, cardon_pre_step, cardon_evolve, cardon_evolve_rhs, cardon_implicit, cardon_post_step
  use cardon_c, only: cardon_analysis, cardon_terminate
  use cardon_c, only: cardon_cell_volume, cardon_prefetch_row
  use cardon_declaring
  use cardon_computing
  implicit none
  public
end module
