! SPDX-License-Identifier: Apache-2.0
! Wave equation d^2/dt^2 phi = v^2 laplacian(phi), leapfrog: WaveToy with order: 2 and initial: gaussian, to the bit.
module wavetoy
  use cardon
  use, intrinsic :: iso_c_binding, only: dp => c_double
  implicit none
contains
  subroutine set_gaussian(block) bind(C)
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: now, old
    real(dp) :: amplitude, radius, width, c(3), d, x, y, z, r
    integer :: i, j, k
    now => cardon_write(block, "phi");  old => cardon_write(block, "past(phi)")
    amplitude = cardon_get_real(block, "amplitude");  radius = cardon_get_real(block, "radius")
    width = cardon_get_real(block, "width")
    c = merge(cardon_get_vec3(block, "centre"), 0.0_dp, [1, 2, 3] <= block%dimensions)
    d = cardon_get_real(block, "speed") * block%dt * sqrt(merge(1, block%dimensions, block%dimensions == 3) * 1.0_dp)
    do concurrent (i = block%first(1):block%last(1), j = block%first(2):block%last(2), k = block%first(3):block%last(3))
      x = cardon_x(block, i) - c(1);  y = cardon_y(block, j) - c(2)
      z = merge(cardon_z(block, k) - c(3), 0.0_dp, block%dimensions == 3);  r = sqrt(x * x + y * y + z * z)
      now(i, j, k) = shell(r)
      if (block%dimensions < 3) then          ! to fourth order in dt
        old(i, j, k) = ((shell(sqrt((x - d) * (x - d) + y * y)) + shell(sqrt((x + d) * (x + d) + y * y))) + merge( &
          shell(sqrt(x * x + (y - d) * (y - d))) + shell(sqrt(x * x + (y + d) * (y + d))), 0.0_dp, block%dimensions == 2)) &
          / (2 * block%dimensions)
      else if (r < 1e-5_dp * d) then          ! exact: the time d / v before the shell was at rest
        old(i, j, k) = shell(d) * (1 - 2 * d * (d - radius) / (width * width))
      else
        old(i, j, k) = (r - d) / (2 * r) * shell(abs(r - d)) + (r + d) / (2 * r) * shell(r + d)
      end if
    end do
  contains
    real(dp) pure function shell(r)
      real(dp), intent(in) :: r
      shell = amplitude * exp(-((r - radius) / width * ((r - radius) / width)))
    end function
  end subroutine

  subroutine evolve(block) bind(C)
    type(cardon_block), intent(in) :: block
    call leapfrog(block, (cardon_get_real(block, "speed") * block%dt)**2, block%inverse_spacing**2, &
                  cardon_read(block, "phi"), cardon_read(block, "past(phi)"), cardon_write(block, "next(phi)"))
  end subroutine

  ! Arguments, unlike pointers, do not overlap: the compiler makes faster loops.
  subroutine leapfrog(block, c, w, u, old, next)
    type(cardon_block), intent(in) :: block
    real(dp), intent(in) :: c, w(3)
    real(dp), dimension(block%low(1):, block%low(2):, block%low(3):) :: u, old, next
    integer :: i, j, k
    do concurrent (j = block%first(2):block%last(2), k = block%first(3):block%last(3))
      call cardon_prefetch_row(block, j, k)
      do concurrent (i = block%first(1):block%last(1))
        next(i, j, k) = (2 * u(i, j, k) - old(i, j, k)) + &
                        c * ((w(1) * ((u(i-1, j, k) + u(i+1, j, k)) - 2 * u(i, j, k)) + &
                              w(2) * ((u(i, j-1, k) + u(i, j+1, k)) - 2 * u(i, j, k))) + &
                             w(3) * ((u(i, j, k-1) + u(i, j, k+1)) - 2 * u(i, j, k)))
      end do
    end do
  end subroutine

  subroutine energy_density(block) bind(C)
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: u, old, energy
    real(dp) :: c2, h(3)
    integer :: i, j, k
    u => cardon_read(block, "phi");  old => cardon_read(block, "past(phi)")
    energy => cardon_write(block, "energy")
    h = block%inverse_spacing;  c2 = cardon_get_real(block, "speed")**2
    do concurrent (i = block%first(1):block%last(1), j = block%first(2):block%last(2), k = block%first(3):block%last(3))
      energy(i, j, k) = 0.5_dp * ((1 / block%dt * (u(i, j, k) - old(i, j, k)))**2 + &
                                  c2 * (((h(1) * (0.5_dp * (u(i+1, j, k) - u(i-1, j, k))))**2 + &
                                         (h(2) * (0.5_dp * (u(i, j+1, k) - u(i, j-1, k))))**2) + &
                                        (h(3) * (0.5_dp * (u(i, j, k+1) - u(i, j, k-1))))**2))
    end do
  end subroutine

  subroutine sum_energy(block) bind(C)
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: energy
    integer :: j, k
    energy => cardon_read(block, "energy")
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        call cardon_reduce(block, "final_energy", energy(block%first(1):block%last(1), j, k), j, k)
      end do
    end do
  end subroutine

  real(dp) function courant_limit(block) bind(C)
    type(cardon_block), intent(in) :: block
    courant_limit = minval(block%spacing(:block%dimensions)) / cardon_get_real(block, "speed")
  end function

  subroutine declare(thorn) bind(C, name="cardon_declare_WaveToyFortran")
    type(cardon_thorn), intent(inout) :: thorn
    call cardon_summary(thorn, "Scalar wave equation, second order in time (leapfrog), in Fortran")
    call cardon_add_real(thorn, "speed", 1.0_dp, "Wave speed v", above=0.0_dp, unit="m/s")
    call cardon_add_real(thorn, "amplitude", 1.0_dp, "Height of the shell")
    call cardon_add_real(thorn, "radius", 0.0_dp, "Radius R of the shell", at_least=0.0_dp, unit="m")
    call cardon_add_real(thorn, "width", 0.1_dp, "Width s of the shell", above=0.0_dp, unit="m")
    call cardon_add_vec3(thorn, "centre", [0.5_dp, 0.5_dp, 0.5_dp], "Centre of the shell", unit="m", formerly="center")
    call cardon_add_evolved(thorn, "phi", "Scalar field", past_levels=1)
    call cardon_add_derived(thorn, "energy", "Energy density")
    call cardon_add_scalar(thorn, "final_energy", "Mean of energy at the end of the run", cardon_mean)
    call cardon_limits_step(thorn, "courant", courant_limit)
    call cardon_radiates(thorn, "phi", "speed", far_value=0.0_dp)
    call cardon_add_task(thorn, cardon_initial, "gaussian", set_gaussian, writes="phi, past(phi)")
    call cardon_add_task(thorn, cardon_evolve, "evolve", evolve, "phi with stencil(1), past(phi)", "next(phi)", flops=15.0_dp)
    call cardon_add_task(thorn, cardon_analysis, "energy", energy_density, "phi with stencil(1), past(phi)", "energy")
    call cardon_add_task(thorn, cardon_terminate, "final_energy", sum_energy, "energy", reduces="final_energy")
  end subroutine
end module
