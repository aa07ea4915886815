! SPDX-License-Identifier: Apache-2.0
! For tests: walls.c in Fortran.
module walls
  use cardon
  use, intrinsic :: iso_c_binding, only: dp => c_double
  implicit none

contains

  logical function is(block, mistake)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: mistake
    is = cardon_get_text(block, "mistake") == mistake
  end function

  subroutine start(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: u
    integer :: i, j, k
    u => cardon_write(block, "u")
    do concurrent (i = block%first(1):block%last(1), j = block%first(2):block%last(2), k = block%first(3):block%last(3))
      u(i, j, k) = sin(cardon_x(block, i))
    end do
  end subroutine

  subroutine decay(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: u, du
    real(dp) :: position(3)
    integer :: i, j, k
    u => cardon_read(block, "u")
    du => cardon_write(block, "rhs(u)")
    position = 0
    if (is(block, "position")) position = cardon_get_position(block, "angle")
    if (is(block, "rate")) position(1) = cardon_get_scalar(block, "rhs(angle)")
    do concurrent (i = block%first(1):block%last(1), j = block%first(2):block%last(2), k = block%first(3):block%last(3))
      du(i, j, k) = position(1) - u(i, j, k)
    end do
  end subroutine

  subroutine square(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: u, v
    integer :: i, j, k
    u => cardon_read(block, "u")
    v => cardon_write(block, "v")
    if (is(block, "unwritten")) return
    do concurrent (i = block%first(1):block%last(1), j = block%first(2):block%last(2), k = block%first(3):block%last(3))
      v(i, j, k) = u(i, j, k)**2
    end do
  end subroutine

  subroutine turn(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    call cardon_set_scalar(block, "rhs(angle)", -cardon_get_scalar(block, "angle"))
    if (is(block, "past")) call cardon_set_scalar(block, "lagged(angle, 2)", 0d0)
  end subroutine

  subroutine wall(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: old, u
    integer :: i, j, k
    old => cardon_read(block, "u")
    u => cardon_write(block, "u")
    if (is(block, "sets")) call cardon_set_scalar(block, "angle", 1d0)
    if (is(block, "forgetful")) return
    if (is(block, "lower") .and. block%face_upper == 1) return
    if (is(block, "late") .and. block%time < 100 * block%dt) return
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        do i = block%first(1), block%last(1)
          u(i, j, k) = old(i + block%inward(1), j + block%inward(2), k + block%inward(3))
        end do
      end do
    end do
  end subroutine

  real(dp) function step(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    step = block%spacing(1)
  end function

  subroutine declare(thorn) bind(C, name="cardon_declare_WallsFortran")
    type(cardon_thorn), intent(inout) :: thorn
    call cardon_summary(thorn, "A boundary that may leave out what it declares, in Fortran")
    call cardon_add_text(thorn, "mistake", "none", "What is wrong", &
                         choices="none, forgetful, late, lower, unwritten, position, rate, past, sets")
    call cardon_add_evolved(thorn, "u", "Scalar field")
    call cardon_add_auxiliary(thorn, "v", "Its square", no_boundary=.true.)
    call cardon_add_evolved_scalar(thorn, "angle", "Angle", start=0.1d0)
    call cardon_limits_step(thorn, "step", step)
    call cardon_add_task(thorn, cardon_initial, "start", start, writes="u")
    call cardon_add_task(thorn, cardon_evolve_rhs, "turn", turn, scalars="angle", sets="rhs(angle)")
    call cardon_add_task(thorn, cardon_evolve_rhs, "decay", decay, reads="u", writes="rhs(u)", scalars="angle")
    call cardon_add_task(thorn, cardon_post_step, "square", square, reads="u", writes="v")
    call cardon_add_boundary(thorn, "wall", wall, reads="u with stencil(1)", writes="u")
  end subroutine
end module
