! SPDX-License-Identifier: Apache-2.0
! For tests: unreduced.c in Fortran.
module unreduced
  use cardon
  use, intrinsic :: iso_c_binding, only: dp => c_double
  implicit none

contains

  logical function leaves(block, what)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: what
    leaves = cardon_get_text(block, "leaves") == what
  end function

  subroutine start(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: u
    integer :: i, j, k
    u => cardon_write(block, "u")
    do concurrent (i = block%first(1):block%last(1), j = block%first(2):block%last(2), k = block%first(3):block%last(3))
      u(i, j, k) = 2 + sin(cardon_x(block, i))
    end do
  end subroutine

  ! Only the row j = 4 where planes are left out.
  subroutine reduce(block, scalar, of_step)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: scalar
    logical, intent(in) :: of_step
    real(dp), pointer, dimension(:, :, :) :: u
    real(dp) :: row(block%first(1):block%last(1))
    integer :: j, k
    u => cardon_read(block, "u")
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        if (leaves(block, "planes") .and. j /= 4) cycle
        row = u(block%first(1):block%last(1), j, k)
        if (of_step) row = block%spacing(1) / row
        call cardon_reduce(block, scalar, row, j, k)
      end do
    end do
  end subroutine

  subroutine measure(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    if (.not. leaves(block, "min_u")) call reduce(block, "min_u", .false.)
  end subroutine

  subroutine limit_step(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    if (.not. leaves(block, "limit")) call reduce(block, "limit", .true.)
  end subroutine

  subroutine decay(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: u, du
    real(dp) :: min_u
    integer :: i, j, k
    u => cardon_read(block, "u")
    du => cardon_write(block, "rhs(u)")
    min_u = cardon_get_scalar(block, "min_u")
    do concurrent (i = block%first(1):block%last(1), j = block%first(2):block%last(2), k = block%first(3):block%last(3))
      du(i, j, k) = -u(i, j, k) * (min_u - min_u + 1)
    end do
  end subroutine

  real(dp) function step(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    step = block%spacing(1)
  end function

  subroutine declare(thorn) bind(C, name="cardon_declare_UnreducedFortran")
    type(cardon_thorn), intent(inout) :: thorn
    call cardon_summary(thorn, "Tasks that may leave out what they declare to reduce, in Fortran")
    call cardon_add_text(thorn, "leaves", "nothing", "What is left out", choices="nothing, min_u, limit, planes")
    call cardon_add_evolved(thorn, "u", "Scalar field")
    call cardon_add_scalar(thorn, "min_u", "Smallest value", cardon_min)
    call cardon_add_scalar(thorn, "limit", "Longest stable step", cardon_min, unit="s")
    call cardon_limits_step(thorn, "step", step)
    call cardon_limits_step(thorn, "limit")
    call cardon_add_task(thorn, cardon_initial, "start", start, writes="u")
    call cardon_add_task(thorn, cardon_pre_step, "measure", measure, reads="u", reduces="min_u")
    call cardon_add_task(thorn, cardon_evolve_rhs, "decay", decay, reads="u", writes="rhs(u)", scalars="min_u")
    call cardon_add_task(thorn, cardon_analysis, "limit_step", limit_step, reads="u", reduces="limit")
  end subroutine
end module
