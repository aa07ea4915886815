! SPDX-License-Identifier: Apache-2.0
! A thorn with one of everything, the same as the one in everything.c.
module everything
  use cardon
  use, intrinsic :: iso_c_binding, only: c_long, dp => c_double
  use, intrinsic :: ieee_arithmetic, only: ieee_is_finite
  implicit none

contains

  subroutine show(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: u, old, b, v
    type(cardon_formula) :: f
    type(cardon_data) :: model
    type(cardon_table) :: layers, eos
    type(cardon_random) :: noise
    character(:), allocatable :: kind
    real(dp) :: total, h(3), c(3), x, y, z
    integer :: i, j, k, n
    integer(c_long), pointer :: modes(:)
    real(dp), pointer :: widths(:)
    u => cardon_read(block, "u")
    old => cardon_read(block, "past(u, 2)")
    b => cardon_read(block, "B_y")
    v => cardon_write(block, "v")
    f = cardon_get_formula(block, "profile")
    model = cardon_get_data(block, "model")
    layers = cardon_get_table(block, "layers")
    eos = cardon_get_table(block, "eos", 2)
    noise = cardon_get_random(block, "noise")
    h = block%inverse_spacing
    c = cardon_get_vec3(block, "centre")
    kind = cardon_get_text(block, "kind")
    widths => cardon_get_reals(block, "widths")
    modes => cardon_get_ints(block, "modes")
    total = merge(0.25_dp, 0.0_dp, cardon_get_bool(block, "damp"))
    total = total + cardon_get_int(block, "order") * cardon_get_real(block, "speed")
    total = total + (c(3) + iachar(kind(2:2)))
    do n = 1, size(widths)
      total = total + widths(n)
    end do
    do n = 1, size(modes)
      total = total + modes(n)
    end do
    total = total + (block%dt * block%iteration + cardon_cell_volume(block))
    if (ieee_is_finite(total)) total = total + (cardon_data_max(model) - cardon_data_min(model))
    total = total + (cardon_table_max(eos) - cardon_table_min(layers))
    c = cardon_get_position(block, "mass")
    total = total + (c(2) * cardon_get_scalar(block, "mass") + cardon_get_scalar(block, "lagged(Other::heat, 2)"))
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        do i = block%first(1), block%last(1)
          x = cardon_x(block, i)
          y = cardon_y(block, j)
          z = cardon_z(block, k)
          v(i, j, k) = ((total + cardon_value(f, x, y, z, block%time)) + (x + 10 * y) * (z + 100 * i)) + &
                       h(1) * (u(i+1, j, k) - old(i, j, k)) + h(3) * (u(i, j, k-1) + b(i, j, k)) + &
                       cardon_data_value(model, x, y, z) + &
                       (cardon_table_value(layers, x) * cardon_table_value(eos, y, z) + &
                        (cardon_uniform(noise, i, j, k) - cardon_normal(noise, i, j, k, 3)))
        end do
      end do
    end do
  end subroutine

  subroutine refuses_in_fortran(block) bind(C)
    type(cardon_block), intent(in) :: block
    call cardon_refuse(block, "speed", "everything/speed", "the speed is odd", "take another")
  end subroutine

  subroutine weigh(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer :: u(:, :, :)
    integer :: j, k
    u => cardon_read(block, "u")
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        call cardon_reduce(block, "mass", 2 * u(block%first(1):block%last(1), j, k), j, k)
      end do
    end do
  end subroutine

  subroutine wall(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: u, v
    integer :: i, j, k, a, b, c
    real(dp) :: layer
    u => cardon_read(block, "u")
    v => cardon_write(block, "v")
    a = block%inward(1)
    b = block%inward(2)
    c = block%inward(3)
    layer = 100 * block%face_direction + 10 * block%face_upper + block%face_depth
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        do i = block%first(1), block%last(1)
          v(i, j, k) = u(i+a, j+b, k+c) + layer + 1000 * block%points(3) + block%domain_upper(2)
        end do
      end do
    end do
  end subroutine

  subroutine turn(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp) :: a, b
    a = cardon_get_scalar(block, "angle_0")
    b = cardon_get_scalar(block, "angle_1")
    call cardon_set_scalar(block, "rhs(angle_0)", b * cardon_get_real(block, "speed"))
    call cardon_set_scalar(block, "rhs(angle_1)", -a * block%dt)
    call cardon_set_scalar(block, "turns", cardon_get_scalar(block, "turns") + 1)
  end subroutine

  function limit(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp) :: limit
    limit = block%spacing(1) / cardon_get_real(block, "speed")
  end function

  subroutine declare(thorn) bind(C, name="cardon_declare_EverythingInFortran")
    type(cardon_thorn), intent(inout) :: thorn
    call cardon_summary(thorn, "One of everything")
    call cardon_add_author(thorn, "A. Author")
    call cardon_cite(thorn, "A. Author, J. Everything 1, 2, 2026")
    call cardon_add_bool(thorn, "damp", .true., "Absorbs waves")
    call cardon_add_int(thorn, "order", 4, "Order", choices="2, 4")
    call cardon_add_int(thorn, "steps", 3, "Steps", at_least=1.0_dp, steering=cardon_while_running)
    call cardon_add_real(thorn, "speed", 1.5_dp, "Wave speed", above=0.0_dp, unit="m/s")
    call cardon_add_real(thorn, "share", 0.5_dp, "A share", at_least=0.0_dp, at_most=1.0_dp)
    call cardon_add_vec3(thorn, "centre", [0.5_dp, 0.25_dp, -1.0_dp], "Centre", unit="m", formerly="center")
    call cardon_add_text(thorn, "kind", "plane", "Initial data", choices="plane, gaussian")
    call cardon_add_text(thorn, "note", "", "Anything", steering=cardon_on_restart)
    call cardon_add_reals(thorn, "widths", "0.1, 0.2", "Widths", below=9.0_dp, unit="m")
    call cardon_add_ints(thorn, "modes", "1, 2, 3", "Modes", at_most=5.0_dp)
    call cardon_add_formula(thorn, "profile", "exp(-r^2) + t + order", "Profile")
    call cardon_add_data_file(thorn, "model", "Velocities", at_least=2.0_dp, unit="m/s")
    call cardon_add_table(thorn, "layers", "Layers", above=0.0_dp, unit="m")
    call cardon_add_table(thorn, "eos", "Pressure", 2, cardon_monotone, unit="Pa")
    call cardon_add_evolved(thorn, "u", "Evolved field", unit="V", past_levels=2)
    call cardon_add_auxiliary(thorn, "B", "Magnetic field", tensor=cardon_axial_vector)
    call cardon_add_derived(thorn, "v", "Derived field", no_boundary=.true.)
    call cardon_add_scalar(thorn, "mass", "Mass", cardon_max, "kg", start=1.25_dp)
    call cardon_add_evolved_scalar(thorn, "angle", "Angles", unit="1", start=0.5_dp, components=2)
    call cardon_add_state_scalar(thorn, "turns", "Number of calls")
    call cardon_add_task(thorn, cardon_analysis, "show", show, writes="v", when="damp, order = 4", flops=7.5_dp, &
                         flops_per_direction=2.5_dp, serial=.true., &
                         reads="u with stencil(1, 0, 2), past(u, 2), B,Other::rho with stencil(3)", &
                         scalars="mass, lagged(Other::heat, 2)")
    call cardon_add_task(thorn, cardon_evolve_rhs, "weigh", weigh, reads=" u ", writes="rhs(u), next(B)", reduces="mass", &
                         before="Other::task, show", after="start", every=3)
    call cardon_add_task(thorn, cardon_evolve_rhs, "turn", turn, scalars="angle, turns", sets="rhs(angle), turns")
    call cardon_add_task(thorn, cardon_terminate, "end", weigh, "u", reduces="mass")
    call cardon_limits_step(thorn, "courant", limit)
    call cardon_limits_step(thorn, "mass")
    call cardon_add_boundary(thorn, "wall", wall, reads="u with stencil(1)", writes="u, v")
    call cardon_radiates(thorn, "u", "speed", 2.5_dp)
    call cardon_decays(thorn, "u", 2)
  end subroutine
end module
