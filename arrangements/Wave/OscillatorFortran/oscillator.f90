! SPDX-License-Identifier: Apache-2.0
! A wave and a driven oscillator that feed each other: Oscillator in Fortran, to the bit.
module oscillator
  use cardon
  use, intrinsic :: iso_c_binding, only: dp => c_double
  implicit none

contains

  subroutine set_at_rest(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: u, v, rho
    real(dp) :: s, c(3), norm, x, y, z
    integer :: d, i, j, k
    u => cardon_write(block, "phi")
    v => cardon_write(block, "pi")
    rho => cardon_write(block, "shape")
    s = cardon_get_real(block, "width")
    c = merge(cardon_get_vec3(block, "centre"), 0.0_dp, [1, 2, 3] <= block%dimensions)
    norm = 1
    do d = 1, block%dimensions
      norm = norm / (s * sqrt(3.14159265358979323846_dp))
    end do
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        do i = block%first(1), block%last(1)
          x = cardon_x(block, i) - c(1)
          y = cardon_y(block, j) - c(2)
          z = cardon_z(block, k) - c(3)
          u(i, j, k) = 0
          v(i, j, k) = 0
          rho(i, j, k) = norm * exp(-(x * x + y * y + z * z) / (s * s))
        end do
      end do
    end do
  end subroutine

  subroutine set_oscillator(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    call cardon_set_scalar(block, "displacement", cardon_get_real(block, "start"))
    call cardon_set_scalar(block, "velocity", 0.0_dp)
    call cardon_set_scalar(block, "work", 0.0_dp)
  end subroutine

  subroutine reduce_reaction(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: v, rho
    real(dp) :: volume
    integer :: i, j, k
    v => cardon_read(block, "pi")
    rho => cardon_read(block, "shape")
    volume = cardon_cell_volume(block)
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        call cardon_reduce(block, "reaction", &
                           [(volume * (rho(i, j, k) * v(i, j, k)), i = block%first(1), block%last(1))], j, k)
      end do
    end do
  end subroutine

  subroutine move(block, felt)
    type(cardon_block), intent(in) :: block
    real(dp), intent(in) :: felt
    real(dp) :: v, m, w, driving, resisting
    v = cardon_get_scalar(block, "velocity")
    m = cardon_get_real(block, "mass")
    w = cardon_get_real(block, "frequency")
    driving = cardon_get_real(block, "force") * sin(cardon_get_real(block, "force_frequency") * block%time)
    resisting = 2 * cardon_get_real(block, "damping") * v
    call cardon_set_scalar(block, "rhs(displacement)", v)
    call cardon_set_scalar(block, "rhs(velocity)", -w * w * cardon_get_scalar(block, "displacement") - resisting + &
                           (driving - cardon_get_real(block, "coupling") * felt) / m)
    call cardon_set_scalar(block, "rhs(work)", (driving - m * resisting) * v)
  end subroutine

  subroutine move_with_wave(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    call move(block, cardon_get_scalar(block, "reaction"))
  end subroutine

  subroutine move_freely(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    call move(block, 0.0_dp)
  end subroutine

  subroutine evolve_wave(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    call wave(block, cardon_get_real(block, "speed")**2, &
              cardon_get_real(block, "coupling") * cardon_get_scalar(block, "velocity"), block%inverse_spacing**2, &
              cardon_read(block, "phi"), cardon_read(block, "pi"), cardon_read(block, "shape"), &
              cardon_write(block, "rhs(phi)"), cardon_write(block, "rhs(pi)"))
  end subroutine

  ! Arguments, unlike pointers, do not overlap: the compiler makes faster loops.
  subroutine wave(block, c2, source, w, u, v, rho, du, dv)
    type(cardon_block), intent(in) :: block
    real(dp), intent(in) :: c2, source, w(3)
    real(dp), dimension(block%low(1):, block%low(2):, block%low(3):), intent(in) :: u, v, rho
    real(dp), dimension(block%low(1):, block%low(2):, block%low(3):), intent(inout) :: du, dv
    integer :: i, j, k
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        call cardon_prefetch_row(block, j, k)
        do i = block%first(1), block%last(1)
          du(i, j, k) = v(i, j, k)
          dv(i, j, k) = c2 * ((w(1) * ((u(i-1, j, k) + u(i+1, j, k)) - 2 * u(i, j, k)) + &
                               w(2) * ((u(i, j-1, k) + u(i, j+1, k)) - 2 * u(i, j, k))) + &
                              w(3) * ((u(i, j, k-1) + u(i, j, k+1)) - 2 * u(i, j, k))) + source * rho(i, j, k)
        end do
      end do
    end do
  end subroutine

  subroutine reduce_energy(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    call energy(block, 0.5_dp * cardon_cell_volume(block), cardon_get_real(block, "speed")**2, block%inverse_spacing**2, &
                cardon_read(block, "phi"), cardon_read(block, "pi"))
  end subroutine

  ! Of the equations as they are discretised; constant on periodic grids.
  subroutine energy(block, half, c2, w, u, v)
    type(cardon_block), intent(in) :: block
    real(dp), intent(in) :: half, c2, w(3)
    real(dp), dimension(block%low(1):, block%low(2):, block%low(3):), intent(in) :: u, v
    real(dp) :: row(block%first(1):block%last(1))
    integer :: i, j, k
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        do i = block%first(1), block%last(1)
          row(i) = half * (v(i, j, k) * v(i, j, k) - &
                           c2 * (u(i, j, k) * ((w(1) * ((u(i-1, j, k) + u(i+1, j, k)) - 2 * u(i, j, k)) + &
                                                w(2) * ((u(i, j-1, k) + u(i, j+1, k)) - 2 * u(i, j, k))) + &
                                               w(3) * ((u(i, j, k-1) + u(i, j, k+1)) - 2 * u(i, j, k)))))
        end do
        call cardon_reduce(block, "wave_energy", row, j, k)
      end do
    end do
  end subroutine

  subroutine hold_end(block) bind(C)
    type(cardon_block), intent(in) :: block
    call hold(block, cardon_read(block, "phi"), cardon_write(block, "phi"), cardon_get_scalar(block, "displacement"))
    call hold(block, cardon_read(block, "pi"), cardon_write(block, "pi"), cardon_get_scalar(block, "velocity"))
  end subroutine

  subroutine hold(block, old, u, at)
    type(cardon_block), intent(in) :: block
    real(dp), intent(in), pointer, dimension(:, :, :) :: old, u
    real(dp), intent(in) :: at
    integer :: i, j, k
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        do i = block%first(1), block%last(1)
          if (block%face_depth == 0) then
            u(i, j, k) = at
          else
            u(i, j, k) = 2 * at - old(i + block%inward(1), j + block%inward(2), k + block%inward(3))
          end if
        end do
      end do
    end do
  end subroutine

  real(dp) function courant_limit(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    courant_limit = minval(block%spacing(1:block%dimensions)) / cardon_get_real(block, "speed")
  end function

  subroutine declare_parameters(thorn)
    type(cardon_thorn), intent(inout) :: thorn
    call cardon_add_real(thorn, "speed", 1.0_dp, "Wave speed c", above=0.0_dp, unit="m/s")
    call cardon_add_vec3(thorn, "centre", [0.5_dp, 0.5_dp, 0.5_dp], "Position of the oscillator", unit="m", &
                         formerly="center")
    call cardon_add_real(thorn, "width", 0.1_dp, "Width s of its shape exp(-r^2/s^2)", above=0.0_dp, unit="m")
    call cardon_add_real(thorn, "mass", 1.0_dp, "Mass m of the oscillator", above=0.0_dp)
    call cardon_add_real(thorn, "frequency", 6.0_dp, "Angular frequency w of the free oscillator", at_least=0.0_dp, unit="1/s")
    call cardon_add_real(thorn, "damping", 0.0_dp, "Damping rate gamma", at_least=0.0_dp, unit="1/s")
    call cardon_add_real(thorn, "coupling", 1.0_dp, "Coupling g of wave and oscillator")
    call cardon_add_bool(thorn, "feels_wave", .true., "The wave acts on the oscillator; requires a wait in each stage")
    call cardon_add_real(thorn, "force", 0.0_dp, "Amplitude of the force F = force * sin(force_frequency t)")
    call cardon_add_real(thorn, "force_frequency", 6.0_dp, "Angular frequency of the force", unit="1/s")
    call cardon_add_real(thorn, "start", 1.0_dp, "Displacement q at the start; all else is at rest")
  end subroutine

  subroutine declare_quantities(thorn)
    type(cardon_thorn), intent(inout) :: thorn
    call cardon_add_evolved(thorn, "phi", "Scalar field")
    call cardon_add_evolved(thorn, "pi", "Time derivative of phi")
    call cardon_add_auxiliary(thorn, "shape", "Shape rho of the oscillator; its integral is 1")
    call cardon_add_evolved_scalar(thorn, "displacement", "Displacement q of the oscillator")
    call cardon_add_evolved_scalar(thorn, "velocity", "Velocity v of the oscillator")
    call cardon_add_evolved_scalar(thorn, "work", "Work done on the oscillator by force and damping")
    call cardon_add_scalar(thorn, "reaction", "Integral of rho pi, the wave as the oscillator feels it", cardon_sum)
    call cardon_add_scalar(thorn, "wave_energy", "Energy of the wave", cardon_sum)
  end subroutine

  subroutine declare(thorn) bind(C, name="cardon_declare_OscillatorFortran")
    type(cardon_thorn), intent(inout) :: thorn
    call cardon_summary(thorn, "A wave and a driven oscillator that feed each other, in Fortran")
    call cardon_cite(thorn, "H. Lamb, Proc. Lond. Math. Soc. s1-32, 208-211, 1900")
    call declare_parameters(thorn)
    call declare_quantities(thorn)
    call cardon_limits_step(thorn, "courant", courant_limit)
    call cardon_radiates(thorn, "phi", "speed", 0.0_dp)
    call cardon_radiates(thorn, "pi", "speed", 0.0_dp)
    call cardon_add_task(thorn, cardon_initial, "at_rest", set_at_rest, writes="phi, pi, shape")
    call cardon_add_task(thorn, cardon_initial, "start", set_oscillator, sets="displacement, velocity, work")
    call cardon_add_task(thorn, cardon_evolve_rhs, "reaction", reduce_reaction, reads="pi, shape", reduces="reaction", &
                         when="feels_wave")
    call cardon_add_task(thorn, cardon_evolve_rhs, "oscillator", move_with_wave, when="feels_wave", &
                         scalars="displacement, velocity, reaction", sets="rhs(displacement), rhs(velocity), rhs(work)")
    call cardon_add_task(thorn, cardon_evolve_rhs, "oscillator_alone", move_freely, when="feels_wave = false", &
                         scalars="displacement, velocity", sets="rhs(displacement), rhs(velocity), rhs(work)")
    call cardon_add_task(thorn, cardon_analysis, "felt", reduce_reaction, reads="pi, shape", reduces="reaction", &
                         when="feels_wave = false")
    call cardon_add_task(thorn, cardon_evolve_rhs, "wave", evolve_wave, reads="phi with stencil(1), pi, shape", &
                         writes="rhs(phi), rhs(pi)", scalars="velocity", flops=14.0_dp)
    call cardon_add_boundary(thorn, "held", hold_end, reads="phi with stencil(1), pi with stencil(1)", writes="phi, pi", &
                             scalars="displacement, velocity")
    call cardon_add_task(thorn, cardon_analysis, "energy", reduce_energy, reads="phi with stencil(1), pi", &
                         reduces="wave_energy")
  end subroutine
end module
