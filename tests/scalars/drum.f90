! SPDX-License-Identifier: Apache-2.0
! For tests: drum.cpp in Fortran, to the bit.
module drum
  use cardon
  use, intrinsic :: iso_c_binding, only: dp => c_double
  implicit none

contains

  subroutine start(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: a, b
    integer :: i, j, k
    a => cardon_write(block, "u")
    b => cardon_write(block, "w")
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        do i = block%first(1), block%last(1)
          a(i, j, k) = 0.3_dp * exp(-20 * (square(cardon_x(block, i) - 0.6_dp) + square(cardon_y(block, j) - 0.2_dp)))
          b(i, j, k) = 0
        end do
      end do
    end do
  end subroutine

  real(dp) pure function square(x)
    real(dp), intent(in) :: x
    square = x * x
  end function

  real(dp) pure function distance(block, i, j)
    type(cardon_block), intent(in) :: block
    integer, intent(in) :: i, j
    distance = square(cardon_x(block, i)) + square(cardon_y(block, j))
  end function

  subroutine start_wheel(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    call cardon_set_scalar(block, "angle", 0.5_dp)
    call cardon_set_scalar(block, "spin", 0.0_dp)
  end subroutine

  subroutine feel(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: a
    integer :: i, j, k
    a => cardon_read(block, "u")
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        call cardon_reduce(block, "push", [(exp(-distance(block, i, j)) * a(i, j, k), i = block%first(1), block%last(1))], j, k)
      end do
    end do
  end subroutine

  subroutine find_peak(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: a
    integer :: i, j, k
    a => cardon_read(block, "u")
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        call cardon_reduce(block, "peak", [(abs(a(i, j, k)), i = block%first(1), block%last(1))], j, k)
      end do
    end do
  end subroutine

  subroutine turn(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp) :: late
    late = 0.5_dp * cardon_get_scalar(block, "lagged(angle, 3)") + 0.1_dp * cardon_get_scalar(block, "lagged(peak, 2)")
    call cardon_set_scalar(block, "rhs(angle)", cardon_get_scalar(block, "spin"))
    call cardon_set_scalar(block, "rhs(spin)", &
                           4 * cardon_get_scalar(block, "push") - 400 * cardon_get_scalar(block, "angle") - 20 * late)
  end subroutine

  ! With the parameter `hot` only.
  subroutine start_heat(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    call cardon_set_scalar(block, "heat", 0.25_dp)
    call cardon_set_scalar(block, "hottest", 0.25_dp)
  end subroutine

  subroutine warm(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    call cardon_set_scalar(block, "rhs(heat)", 0.1_dp * square(cardon_get_scalar(block, "spin")) - &
                           2 * cardon_get_scalar(block, "heat"))
  end subroutine

  subroutine find_hottest(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    call cardon_set_scalar(block, "hottest", max(cardon_get_scalar(block, "heat"), cardon_get_scalar(block, "hottest")))
  end subroutine

  subroutine vibrate(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: a, b, da, db
    type(cardon_table) :: weight
    real(dp) :: source, h(3)
    integer :: i, j, k
    a => cardon_read(block, "u")
    b => cardon_read(block, "w")
    da => cardon_write(block, "rhs(u)")
    db => cardon_write(block, "rhs(w)")
    source = cardon_get_scalar(block, "angle") + cardon_get_scalar(block, "lagged(spin, 2)") / 20
    weight = cardon_get_table(block, "weight", 2)
    h = block%inverse_spacing * block%inverse_spacing
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        do i = block%first(1), block%last(1)
          da(i, j, k) = b(i, j, k)
          db(i, j, k) = ((h(1) * ((a(i-1, j, k) + a(i+1, j, k)) - 2 * a(i, j, k)) + &
                          h(2) * ((a(i, j-1, k) + a(i, j+1, k)) - 2 * a(i, j, k))) + &
                         h(3) * ((a(i, j, k-1) + a(i, j, k+1)) - 2 * a(i, j, k))) + source * exp(-distance(block, i, j)) * &
                         cardon_table_value(weight, cardon_x(block, i), a(i, j, k))
        end do
      end do
    end do
  end subroutine

  subroutine count_turns(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp) :: angle, position(3)
    angle = cardon_get_scalar(block, "angle")
    position = cardon_get_position(block, "lagged(peak, 4)")
    call cardon_set_scalar(block, "turns", 0.9_dp * cardon_get_scalar(block, "turns") + &
                           angle * cardon_get_scalar(block, "lagged(turns, 5)") + &
                           merge(1, 0, angle > 0) + &
                           0.3_dp * (position(1) + 2 * position(2)))
  end subroutine

  subroutine limit_step(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: a
    real(dp) :: h, fast
    integer :: i, j, k
    a => cardon_read(block, "u")
    h = block%spacing(1)
    fast = cardon_get_real(block, "fast") + 0.1_dp * abs(cardon_get_scalar(block, "spin")) + &
           abs(cardon_get_scalar(block, "lagged(angle, 2)")) + cardon_get_scalar(block, "lagged(peak, 3)") + &
           abs(cardon_get_scalar(block, "push"))
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        call cardon_reduce(block, "limit", [(h / (fast + abs(a(i, j, k))), i = block%first(1), block%last(1))], j, k)
      end do
    end do
  end subroutine

  subroutine move_rim(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: old, a, b
    real(dp) :: at, speed, inside
    integer :: i, j, k
    old => cardon_read(block, "u")
    a => cardon_write(block, "u")
    b => cardon_write(block, "w")
    at = 0.1_dp * cardon_get_scalar(block, "angle") + 0.05_dp * cardon_get_scalar(block, "lagged(angle, 3)") + &
         0.1_dp * cardon_get_scalar(block, "push") + 0.02_dp * cardon_get_scalar(block, "lagged(peak, 4)")
    speed = 0.1_dp * cardon_get_scalar(block, "spin") + 0.01_dp * cardon_get_scalar(block, "turns")
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        do i = block%first(1), block%last(1)
          inside = old(i + block%inward(1), j + block%inward(2), k + block%inward(3))
          a(i, j, k) = merge(at, at + 0.5_dp * (at - inside), block%face_depth == 0)
          b(i, j, k) = speed
        end do
      end do
    end do
  end subroutine

  subroutine declare(thorn) bind(C, name="cardon_declare_DrumFortran")
    type(cardon_thorn), intent(inout) :: thorn
    call cardon_summary(thorn, "Drum in Fortran")
    call cardon_add_real(thorn, "fast", 1.0_dp, "Speed that shortens the longest step", above=0.0_dp, &
                         steering=cardon_while_running)
    call cardon_add_real(thorn, "sound", 1.0_dp, "Speed of waves that leave", above=0.0_dp)
    call cardon_add_table(thorn, "weight", "Weight of the source against x and u", 2)
    call cardon_add_evolved(thorn, "u", "Displacement of the membrane")
    call cardon_add_evolved(thorn, "w", "Its velocity")
    call cardon_add_evolved_scalar(thorn, "angle", "Angle of a wheel")
    call cardon_add_evolved_scalar(thorn, "spin", "Its time derivative", unit="1/s")
    call cardon_add_bool(thorn, "hot", .false., "The bearing of the wheel heats up")
    call cardon_add_evolved_scalar(thorn, "heat", "Heat of the bearing")
    call cardon_add_state_scalar(thorn, "hottest", "Largest heat so far")
    call cardon_add_state_scalar(thorn, "turns", "Set after each step")
    call cardon_add_scalar(thorn, "push", "Mean of the membrane near the wheel", cardon_mean)
    call cardon_add_scalar(thorn, "peak", "Largest displacement", cardon_max)
    call cardon_add_scalar(thorn, "limit", "Longest step", cardon_min, unit="s")
    call cardon_limits_step(thorn, "limit")
    call cardon_add_task(thorn, cardon_initial, "start", start, writes="u, w")
    call cardon_add_task(thorn, cardon_initial, "start_wheel", start_wheel, sets="angle, spin")
    call cardon_add_task(thorn, cardon_initial, "start_heat", start_heat, sets="heat, hottest", when="hot")
    call cardon_add_task(thorn, cardon_evolve_rhs, "warm", warm, scalars="spin, heat", sets="rhs(heat)", when="hot")
    call cardon_add_task(thorn, cardon_post_step, "find_hottest", find_hottest, scalars="heat, hottest", &
                         sets="hottest", when="hot")
    call cardon_add_task(thorn, cardon_evolve_rhs, "feel", feel, reads="u", reduces="push")
    call cardon_add_task(thorn, cardon_evolve_rhs, "turn", turn, sets="rhs(angle), rhs(spin)", &
                         scalars="angle, spin, push, lagged(angle, 3), lagged(peak, 2)")
    call cardon_add_task(thorn, cardon_evolve_rhs, "vibrate", vibrate, reads="u with stencil(1), w", &
                         writes="rhs(u), rhs(w)", scalars="angle, lagged(spin, 2)")
    call cardon_add_task(thorn, cardon_post_step, "peak", find_peak, reads="u", reduces="peak")
    call cardon_add_task(thorn, cardon_post_step, "count", count_turns, sets="turns", &
                         scalars="angle, turns, lagged(turns, 5), lagged(peak, 4)")
    call cardon_add_task(thorn, cardon_analysis, "limit", limit_step, reads="u", reduces="limit", &
                         scalars="spin, push, lagged(angle, 2), lagged(peak, 3)")
    call cardon_add_boundary(thorn, "rim", move_rim, reads="u with stencil(1)", writes="u, w", &
                             scalars="angle, spin, turns, push, lagged(angle, 3), lagged(peak, 4)")
    call cardon_radiates(thorn, "u", "sound", 0.05_dp)
    call cardon_decays(thorn, "u", 1)
    call cardon_radiates(thorn, "w", "sound", 0.0_dp)
    call cardon_decays(thorn, "w", 2)
  end subroutine
end module
