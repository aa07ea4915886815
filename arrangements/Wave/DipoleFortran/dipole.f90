! SPDX-License-Identifier: Apache-2.0
! A wave whose source is a dipole that is held, or swings, at faces that know how its static field falls off: Dipole in Fortran,
! to the bit.
module dipole
  use cardon
  use, intrinsic :: iso_c_binding, only: dp => c_double
  implicit none

  real(dp), parameter :: pi_number = 3.14159265358979323846_dp

  ! Moment, position, and size of the charges.
  type :: charges
    real(dp) :: p(3), c(3), s
  end type

contains

  type(charges) function get_charges(block)
    type(cardon_block), intent(in) :: block
    get_charges%p = cardon_get_vec3(block, "moment")
    get_charges%c = cardon_get_vec3(block, "centre")
    get_charges%s = cardon_get_real(block, "width")
  end function

  ! The vector from the dipole to a point.
  function from(d, block, i, j, k) result(x)
    type(charges), intent(in) :: d
    type(cardon_block), intent(in) :: block
    integer, intent(in) :: i, j, k
    real(dp) :: x(3)
    x(1) = cardon_x(block, i) - d%c(1)
    x(2) = cardon_y(block, j) - d%c(2)
    x(3) = cardon_z(block, k) - d%c(3)
  end function

  pure real(dp) function square(x)
    real(dp), intent(in) :: x(3)
    square = x(1) * x(1) + x(2) * x(2) + x(3) * x(3)
  end function

  pure real(dp) function along(d, x)
    type(charges), intent(in) :: d
    real(dp), intent(in) :: x(3)
    along = (d%p(1) * x(1) + d%p(2) * x(2)) + d%p(3) * x(3)
  end function

  pure real(dp) function field_at_rest(d, x)
    type(charges), intent(in) :: d
    real(dp), intent(in) :: x(3)
    real(dp) :: r, u, g
    r = sqrt(square(x))
    u = r / d%s
    if (u < 0.02_dp) then
      g = 4 / (3 * d%s * d%s * d%s) * (1 - 0.6_dp * u * u)
    else
      g = (sqrt(pi_number) * erf(u) - 2 * u * exp(-(u * u))) / (r * r * r)
    end if
    field_at_rest = along(d, x) * g / (4 * pi_number**1.5_dp)
  end function

  pure real(dp) function density(d, x)
    type(charges), intent(in) :: d
    real(dp), intent(in) :: x(3)
    real(dp) :: s2
    s2 = d%s * d%s
    density = 2 / s2 * along(d, x) * exp(-square(x) / s2) / (pi_number**1.5_dp * s2 * d%s)
  end function

  subroutine set_at_rest(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: u, v, rho
    type(charges) :: d
    integer :: i, j, k
    u => cardon_write(block, "phi")
    v => cardon_write(block, "pi")
    rho => cardon_write(block, "shape")
    d = get_charges(block)
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        do i = block%first(1), block%last(1)
          u(i, j, k) = field_at_rest(d, from(d, block, i, j, k))
          v(i, j, k) = 0
          rho(i, j, k) = density(d, from(d, block, i, j, k))
        end do
      end do
    end do
  end subroutine

  subroutine evolve(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp) :: moment
    moment = 1 + cardon_get_real(block, "swing") * (1 - cos(cardon_get_real(block, "frequency") * block%time)) / 2
    call wave(block, cardon_get_real(block, "speed")**2, moment, block%inverse_spacing**2, cardon_read(block, "phi"), &
              cardon_read(block, "pi"), cardon_read(block, "shape"), cardon_write(block, "rhs(phi)"), &
              cardon_write(block, "rhs(pi)"))
  end subroutine

  ! Arguments, unlike pointers, do not overlap: the compiler makes faster loops.
  subroutine wave(block, c2, moment, w, u, v, rho, du, dv)
    type(cardon_block), intent(in) :: block
    real(dp), intent(in) :: c2, moment, w(3)
    real(dp), dimension(block%low(1):, block%low(2):, block%low(3):), intent(in) :: u, v, rho
    real(dp), dimension(block%low(1):, block%low(2):, block%low(3):), intent(inout) :: du, dv
    integer :: i, j, k
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        call cardon_prefetch_row(block, j, k)
        do i = block%first(1), block%last(1)
          du(i, j, k) = v(i, j, k)
          dv(i, j, k) = c2 * (((w(1) * ((u(i-1, j, k) + u(i+1, j, k)) - 2 * u(i, j, k)) + &
                                w(2) * ((u(i, j-1, k) + u(i, j+1, k)) - 2 * u(i, j, k))) + &
                               w(3) * ((u(i, j, k-1) + u(i, j, k+1)) - 2 * u(i, j, k))) + moment * rho(i, j, k))
        end do
      end do
    end do
  end subroutine

  subroutine compare(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: u, e
    type(charges) :: d
    integer :: i, j, k
    u => cardon_read(block, "phi")
    e => cardon_write(block, "error")
    d = get_charges(block)
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        do i = block%first(1), block%last(1)
          e(i, j, k) = u(i, j, k) - field_at_rest(d, from(d, block, i, j, k))
        end do
      end do
    end do
  end subroutine

  real(dp) function courant_limit(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    if (block%dimensions < 3) call cardon_refuse(block, "moment", "dipole/grid", "a dipole needs a grid of three directions", &
                                                 "give grid.points three numbers")
    courant_limit = minval(block%spacing(1:block%dimensions)) / cardon_get_real(block, "speed")
  end function

  subroutine declare_parameters(thorn)
    type(cardon_thorn), intent(inout) :: thorn
    call cardon_add_real(thorn, "speed", 1.0_dp, "Wave speed c", above=0.0_dp, unit="m/s")
    call cardon_add_vec3(thorn, "moment", [0.0_dp, 0.0_dp, 1.0_dp], "Dipole moment p at the start")
    call cardon_add_vec3(thorn, "centre", [0.0_dp, 0.0_dp, 0.0_dp], "Position of the dipole", unit="m", formerly="center")
    call cardon_add_real(thorn, "width", 0.2_dp, "Size s of its charges exp(-r^2/s^2)", above=0.0_dp, unit="m")
    call cardon_add_real(thorn, "swing", 0.0_dp, "The moment is p (1 + swing (1 - cos(frequency t)) / 2)")
    call cardon_add_real(thorn, "frequency", 6.0_dp, "Angular frequency of the moment", unit="1/s")
  end subroutine

  subroutine declare(thorn) bind(C, name="cardon_declare_DipoleFortran")
    type(cardon_thorn), intent(inout) :: thorn
    call cardon_summary(thorn, "A wave whose source is a dipole, with boundaries that match the decay of its field, in Fortran")
    call cardon_cite(thorn, "M. Alcubierre et al., Phys. Rev. D 67, 084023, 2003")
    call declare_parameters(thorn)
    call cardon_add_evolved(thorn, "phi", "Scalar field")
    call cardon_add_evolved(thorn, "pi", "Time derivative of phi")
    call cardon_add_auxiliary(thorn, "shape", "Density of the charges at the start", no_boundary=.true.)
    call cardon_add_derived(thorn, "error", "phi minus the field of the dipole at rest", no_boundary=.true.)
    call cardon_limits_step(thorn, "courant", courant_limit)
    call cardon_radiates(thorn, "phi", "speed", 0.0_dp)
    call cardon_radiates(thorn, "pi", "speed", 0.0_dp)
    ! The field at rest falls off as 1 / r^2.
    call cardon_decays(thorn, "phi", 3)
    call cardon_decays(thorn, "pi", 3)
    call cardon_add_task(thorn, cardon_initial, "at_rest", set_at_rest, writes="phi, pi, shape")
    call cardon_add_task(thorn, cardon_evolve_rhs, "evolve", evolve, reads="phi with stencil(1), pi, shape", &
                         writes="rhs(phi), rhs(pi)", flops=15.0_dp)
    call cardon_add_task(thorn, cardon_analysis, "compare", compare, reads="phi", writes="error")
  end subroutine
end module
