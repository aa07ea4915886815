! SPDX-License-Identifier: Apache-2.0
! For tests: dishonest.cpp in Fortran, with the mistakes that can be made there.
module dishonest
  use cardon
  use, intrinsic :: iso_c_binding, only: dp => c_double
  use, intrinsic :: ieee_arithmetic, only: ieee_is_nan
  implicit none

contains

  subroutine start(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: u
    character(9), parameter :: names(5) = [character(9) :: "phi", "psi", "chi", "eta", "past(eta)"]
    integer :: i, j, k, n
    do n = 1, size(names)
      u => cardon_write(block, trim(names(n)))
      if (n == 3) then
        if (is(block, "initial")) cycle
      end if
      do concurrent (i = block%first(1):block%last(1), j = block%first(2):block%last(2), k = block%first(3):block%last(3))
        u(i, j, k) = sin(cardon_x(block, i))
      end do
    end do
  end subroutine

  logical function is(block, mistake)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: mistake
    is = cardon_get_text(block, "mistake") == mistake
  end function

  subroutine evolve(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: u, v, new_u
    integer :: i, j, k, reach
    u => cardon_read(block, "phi")
    new_u => cardon_write(block, "next(phi)")
    reach = merge(2, 1, is(block, "stencil"))
    do concurrent (i = block%first(1):block%last(1), j = block%first(2):block%last(2), k = block%first(3):block%last(3))
      new_u(i, j, k) = 0.5_dp * (u(i - reach, j, k) + u(i + reach, j, k))
    end do
    if (is(block, "stray")) new_u(block%last(1) + 1, block%last(2), block%last(3)) = 0
    if (is(block, "undeclared")) then
      v => cardon_read(block, "psi")
      new_u(block%first(1), block%first(2), block%first(3)) = v(block%first(1), block%first(2), block%first(3))
    end if
  end subroutine

  subroutine rate(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: w, dw
    real(dp) :: c
    logical :: fails
    integer :: i, j, k, stride
    w => cardon_read(block, "chi")
    dw => cardon_write(block, "rhs(chi)")
    if (is(block, "nothing")) return
    c = 1
    if (is(block, "forgotten")) c = cardon_get_real(block, "forgotten")
    fails = is(block, "nan")
    if (is(block, "exit")) fails = .true.
    fails = fails .and. block%iteration == 3
    stride = merge(2, 1, is(block, "stripes"))
    if (is(block, "never") .and. block%iteration == 2) then
      do
        call sleep(1)
      end do
    end if
    if (is(block, "exit") .and. block%iteration > 3) then
      if (ieee_is_nan(w(block%first(1), block%first(2), block%first(3)))) stop
    end if
    do concurrent (i = block%first(1):block%last(1), j = block%first(2):block%last(2), k = block%first(3):block%last(3))
      if (fails) then
        dw(i, j, k) = log(-1 - w(i, j, k)**2)
      else
        dw(i, j, k) = (mod(k, stride) - c) * w(i, j, k)
      end if
    end do
  end subroutine

  subroutine leap(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: u, old, new_u
    integer :: i, j, k, stride
    u => cardon_read(block, "eta")
    old => cardon_read(block, "past(eta)")
    new_u => cardon_write(block, "next(eta)")
    if (is(block, "next")) return
    stride = merge(2, 1, is(block, "some"))
    do concurrent (i = block%first(1):block%last(1), j = block%first(2):block%last(2), k = block%first(3):block%last(3))
      if (mod(i, stride) == 0) new_u(i, j, k) = 2 * u(i, j, k) - old(i, j, k)
    end do
  end subroutine

  real(dp) function step(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    step = block%spacing(1)
  end function

  subroutine declare(thorn) bind(C, name="cardon_declare_DishonestFortran")
    type(cardon_thorn), intent(inout) :: thorn
    call cardon_summary(thorn, "Tasks that do not do what they declare, in Fortran")
    call cardon_add_text(thorn, "mistake", "none", "What is wrong", &
                         choices="none, stencil, undeclared, stray, nothing, next, some, nan, exit, forgotten, initial, " // &
                                 "stripes, never")
    call cardon_add_evolved(thorn, "phi", "Scalar field")
    call cardon_add_auxiliary(thorn, "psi", "Another field", no_boundary=.true.)
    call cardon_add_evolved(thorn, "chi", "A field that the integrator advances")
    call cardon_add_evolved(thorn, "eta", "A field with a past level", past_levels=1)
    call cardon_limits_step(thorn, "step", step)
    call cardon_add_task(thorn, cardon_initial, "start", start, writes="phi, psi, chi, eta, past(eta)")
    call cardon_add_task(thorn, cardon_evolve, "evolve", evolve, "phi with stencil(1)", "next(phi)")
    call cardon_add_task(thorn, cardon_evolve_rhs, "rate", rate, "chi", "rhs(chi)")
    call cardon_add_task(thorn, cardon_evolve, "leap", leap, "eta, past(eta)", "next(eta)")
  end subroutine
end module
