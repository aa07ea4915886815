! SPDX-License-Identifier: Apache-2.0
! Channel in Fortran, with the same arithmetic.
module channel
  use cardon
  use, intrinsic :: iso_c_binding, only: dp => c_double
  implicit none

  character(3), parameter :: components(2) = ["v_x", "v_y"]

contains

  subroutine start(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: p, vx, vy
    type(cardon_random) :: random
    real(dp) :: a, b, c, s
    integer :: i, j, k
    p => cardon_write(block, "p")
    vx => cardon_write(block, "v_x")
    vy => cardon_write(block, "v_y")
    a = cardon_get_real(block, "pulse")
    b = cardon_get_real(block, "shear")
    c = cardon_get_real(block, "noise")
    random = cardon_get_random(block, "noise")
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        do i = block%first(1), block%last(1)
          s = 10 * (cardon_x(block, i) - 0.5_dp)
          p(i, j, k) = a * exp(-s * s)
          vx(i, j, k) = b * sin(3.14159265358979323846_dp * cardon_y(block, j)) + c * cardon_normal(random, i, j, k)
          vy(i, j, k) = c * cardon_normal(random, i, j, k, 1)
        end do
      end do
    end do
  end subroutine

  subroutine move_and_brake(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    call move(block, cardon_get_real(block, "drag"))
  end subroutine

  subroutine move_freely(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    call move(block, 0.0_dp)
  end subroutine

  subroutine move(block, braking)
    type(cardon_block), intent(in) :: block
    real(dp), intent(in) :: braking
    real(dp), pointer, dimension(:, :, :) :: p, vx, vy, dpr, dvx, dvy
    real(dp) :: rho, c, nu, f, volume, modulus
    integer :: i, j, k
    p => cardon_read(block, "p")
    vx => cardon_read(block, "v_x")
    vy => cardon_read(block, "v_y")
    dpr => cardon_write(block, "rhs(p)")
    dvx => cardon_write(block, "rhs(v_x)")
    dvy => cardon_write(block, "rhs(v_y)")
    rho = cardon_get_real(block, "density")
    c = cardon_get_real(block, "sound")
    nu = cardon_get_real(block, "viscosity")
    f = cardon_get_real(block, "force")
    volume = 1 / rho
    modulus = rho * c * c
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        do i = block%first(1), block%last(1)
          dpr(i, j, k) = -modulus * (slope(block, vx, 1, i, j, k) + slope(block, vy, 2, i, j, k))
          dvx(i, j, k) = (nu * laplacian(block, vx, i, j, k) - volume * slope(block, p, 1, i, j, k)) + &
                         (f - braking * vx(i, j, k))
          dvy(i, j, k) = (nu * laplacian(block, vy, i, j, k) - volume * slope(block, p, 2, i, j, k)) - braking * vy(i, j, k)
        end do
      end do
    end do
  end subroutine

  !> The first derivative along x (d = 1) or y.
  real(dp) pure function slope(block, u, d, i, j, k)
    type(cardon_block), intent(in) :: block
    real(dp), pointer, intent(in) :: u(:, :, :)
    integer, intent(in) :: d, i, j, k
    integer :: a, b
    a = 2 - d
    b = d - 1
    slope = block%inverse_spacing(d) * (0.5_dp * (u(i+a, j+b, k) - u(i-a, j-b, k)))
  end function

  real(dp) pure function laplacian(block, u, i, j, k)
    type(cardon_block), intent(in) :: block
    real(dp), pointer, intent(in) :: u(:, :, :)
    integer, intent(in) :: i, j, k
    real(dp) :: h(3)
    h = block%inverse_spacing * block%inverse_spacing
    laplacian = (h(1) * ((u(i-1, j, k) + u(i+1, j, k)) - 2 * u(i, j, k)) + &
                 h(2) * ((u(i, j-1, k) + u(i, j+1, k)) - 2 * u(i, j, k))) + &
                h(3) * ((u(i, j, k-1) + u(i, j, k+1)) - 2 * u(i, j, k))
  end function

  subroutine brake(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: old, v
    real(dp) :: left
    integer :: c, i, j, k
    left = 1 / (1 + block%implicit_step * cardon_get_real(block, "drag"))
    do c = 1, 2
      old => cardon_read(block, components(c))
      v => cardon_write(block, components(c))
      do k = block%first(3), block%last(3)
        do j = block%first(2), block%last(2)
          do i = block%first(1), block%last(1)
            v(i, j, k) = left * old(i, j, k)
          end do
        end do
      end do
    end do
  end subroutine

  !> The value n points further inside.
  real(dp) pure function inside(block, u, i, j, k, n)
    type(cardon_block), intent(in) :: block
    real(dp), pointer, intent(in) :: u(:, :, :)
    integer, intent(in) :: i, j, k, n
    inside = u(i + n * block%inward(1), j + n * block%inward(2), k + n * block%inward(3))
  end function

  subroutine stick(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: old_p, p
    integer :: i, j, k
    old_p => cardon_read(block, "p")
    p => cardon_write(block, "p")
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        do i = block%first(1), block%last(1)
          p(i, j, k) = (4 * inside(block, old_p, i, j, k, 1) - inside(block, old_p, i, j, k, 2)) / 3
        end do
      end do
    end do
    call stick_component(block, components(1), merge(0.0_dp, cardon_get_real(block, "wall"), block%face_direction == 0))
    call stick_component(block, components(2), 0.0_dp)
  end subroutine

  subroutine stick_component(block, component, at_wall)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: component
    real(dp), intent(in) :: at_wall
    real(dp), pointer, dimension(:, :, :) :: old, v
    integer :: i, j, k
    old => cardon_read(block, component)
    v => cardon_write(block, component)
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        do i = block%first(1), block%last(1)
          if (block%face_depth == 0) then
            v(i, j, k) = at_wall
          else
            v(i, j, k) = 2 * inside(block, old, i, j, k, 1) - inside(block, old, i, j, k, 2)
          end if
        end do
      end do
    end do
  end subroutine

  subroutine enter_and_leave(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: old_p, old_n, old_t, p, v_n, v_t
    type(cardon_formula) :: given
    type(cardon_table) :: table, record
    logical :: shaped, recorded
    real(dp) :: z, near, far, entering, leaving
    integer :: n, i, j, k
    n = block%face_direction + 1
    old_p => cardon_read(block, "p")
    old_n => cardon_read(block, components(n))
    old_t => cardon_read(block, components(3 - n))
    p => cardon_write(block, "p")
    v_n => cardon_write(block, components(n))
    v_t => cardon_write(block, components(3 - n))
    z = merge(1, -1, block%face_upper == 1) * cardon_get_real(block, "density") * cardon_get_real(block, "sound")
    given = cardon_get_formula(block, "entering")
    shaped = cardon_get_bool(block, "shaped")
    if (shaped) table = cardon_get_table(block, "shape")
    recorded = cardon_get_bool(block, "recorded")
    if (recorded) record = cardon_get_table(block, "record", 2)
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        do i = block%first(1), block%last(1)
          near = inside(block, old_p, i, j, k, 1) + z * inside(block, old_n, i, j, k, 1)
          far = inside(block, old_p, i, j, k, 2) + z * inside(block, old_n, i, j, k, 2)
          entering = cardon_value(given, cardon_x(block, i), cardon_y(block, j), cardon_z(block, k), block%time)
          if (shaped) entering = entering * cardon_table_value(table, cardon_y(block, j))
          if (recorded) entering = entering * cardon_table_value(record, cardon_y(block, j), block%time)
          leaving = 2 * near - far
          p(i, j, k) = 0.5_dp * (leaving + entering)
          v_n(i, j, k) = 0.5_dp * (leaving - entering) / z
          v_t(i, j, k) = 2 * inside(block, old_t, i, j, k, 1) - inside(block, old_t, i, j, k, 2)
        end do
      end do
    end do
  end subroutine

  subroutine measure(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: v
    real(dp) :: rho
    integer :: j, k
    v => cardon_read(block, "v_x")
    rho = cardon_get_real(block, "density")
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        call cardon_reduce(block, "flow", rho * v(block%first(1):block%last(1), j, k), j, k)
      end do
    end do
  end subroutine

  function limit(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp) :: limit, h, c, diffusion
    h = minval(block%spacing(1:block%dimensions))
    c = cardon_get_real(block, "sound")
    diffusion = 8 * cardon_get_real(block, "viscosity") / h
    if (diffusion > 100 * c) &
      call cardon_warn(block, "viscosity", "channel/viscosity", &
                       "the viscosity makes steps more than a hundred times shorter than sound does", &
                       "choose a smaller viscosity or a coarser grid")
    limit = h / (c + diffusion)
  end function

  subroutine declare_parameters(thorn)
    type(cardon_thorn), intent(inout) :: thorn
    call cardon_add_real(thorn, "sound", 1.0_dp, "Speed of sound c", above=0.0_dp, unit="m/s")
    call cardon_add_real(thorn, "density", 1.25_dp, "Density rho", above=0.0_dp, unit="kg/m^3")
    call cardon_add_real(thorn, "viscosity", 0.0_dp, "Kinematic viscosity", at_least=0.0_dp, unit="m^2/s")
    call cardon_add_real(thorn, "force", 0.0_dp, "Acceleration along x", unit="m/s^2")
    call cardon_add_real(thorn, "wall", 0.0_dp, "Speed of the walls along x", unit="m/s")
    call cardon_add_real(thorn, "drag", 0.0_dp, "Damping rate of the flow", at_least=0.0_dp, unit="1/s")
    call cardon_add_bool(thorn, "stiff", .false., "The drag is computed in implicit stages")
    call cardon_add_real(thorn, "shear", 0.0_dp, "At the start: speed of a shear flow", unit="m/s")
    call cardon_add_real(thorn, "pulse", 0.0_dp, "At the start: pressure of a pulse", unit="Pa")
    call cardon_add_real(thorn, "noise", 0.0_dp, "At the start: amplitude of random speeds", unit="m/s")
    call cardon_add_formula(thorn, "entering", "0", "p - rho c v_n of incoming waves", unit="Pa")
    call cardon_add_bool(thorn, "shaped", .false., "Incoming waves are multiplied by the table")
    call cardon_add_table(thorn, "shape", "Profile of incoming waves against y")
    call cardon_add_bool(thorn, "recorded", .false., "Incoming waves are multiplied by the record")
    call cardon_add_table(thorn, "record", "Record of incoming waves against y and time", 2)
  end subroutine

  subroutine declare(thorn) bind(C, name="cardon_declare_ChannelFortran")
    type(cardon_thorn), intent(inout) :: thorn
    character(*), parameter :: around = "p with stencil(1), v with stencil(1)", inwards = "p with stencil(2), v with stencil(2)"
    call cardon_summary(thorn, "Sound in a viscous medium, with walls and open faces, in Fortran")
    call cardon_cite(thorn, "K. W. Thompson, J. Comput. Phys. 68, 1, 1987")
    call declare_parameters(thorn)
    call cardon_add_evolved(thorn, "p", "Pressure, less that at rest", unit="Pa")
    call cardon_add_evolved(thorn, "v", "Velocity", tensor=cardon_plane_vector, unit="m/s")
    call cardon_add_scalar(thorn, "flow", "Mean momentum along x at the end", cardon_mean, unit="kg/m^2/s")
    call cardon_limits_step(thorn, "courant", limit)
    call cardon_add_task(thorn, cardon_initial, "start", start, writes="p, v")
    call cardon_add_task(thorn, cardon_evolve_rhs, "move_and_brake", move_and_brake, reads=around, writes="rhs(p), rhs(v)", &
                         when="stiff = false")
    call cardon_add_task(thorn, cardon_evolve_rhs, "move", move_freely, reads=around, writes="rhs(p), rhs(v)", when="stiff")
    call cardon_add_task(thorn, cardon_implicit, "brake", brake, reads="v", writes="v", when="stiff")
    call cardon_add_boundary(thorn, "no_slip", stick, reads=inwards, writes="p, v")
    call cardon_add_boundary(thorn, "open", enter_and_leave, reads=inwards, writes="p, v")
    call cardon_add_task(thorn, cardon_terminate, "measure", measure, reads="v_x", reduces="flow")
  end subroutine
end module
