! Scalar wave equation:  d/dt phi = pi,   d/dt pi = c^2 laplacian(phi)
module wave
  use cardon
  use, intrinsic :: iso_c_binding, only: dp => c_double
  implicit none

contains

  subroutine gaussian(block) bind(C)
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: u, v
    real(dp) :: w
    integer :: i, j, k
    u => cardon_write(block, "phi")
    v => cardon_write(block, "pi")
    w = cardon_get_real(block, "width")
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        do i = block%first(1), block%last(1)
          u(i, j, k) = exp(-(cardon_x(block, i)**2 + cardon_y(block, j)**2 + cardon_z(block, k)**2) / (w * w))
          v(i, j, k) = 0
        end do
      end do
    end do
  end subroutine

  subroutine wave_rhs(block) bind(C)
    type(cardon_block), intent(in) :: block
    call compute(block, cardon_get_real(block, "speed")**2, cardon_read(block, "phi"), cardon_read(block, "pi"), &
                 cardon_write(block, "rhs(phi)"), cardon_write(block, "rhs(pi)"))
  end subroutine

  subroutine compute(block, c2, u, v, du, dv)
    type(cardon_block), intent(in) :: block
    real(dp), intent(in) :: c2
    real(dp), dimension(block%low(1):, block%low(2):, block%low(3):), intent(in) :: u, v
    real(dp), dimension(block%low(1):, block%low(2):, block%low(3):), intent(inout) :: du, dv
    real(dp) :: h(3)
    integer :: i, j, k
    h = block%inverse_spacing
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        do i = block%first(1), block%last(1)
          du(i, j, k) = v(i, j, k)
          dv(i, j, k) = c2 * ((h(1) * h(1) * ((u(i-1, j, k) + u(i+1, j, k)) - 2 * u(i, j, k)) + &
                               h(2) * h(2) * ((u(i, j-1, k) + u(i, j+1, k)) - 2 * u(i, j, k))) + &
                              h(3) * h(3) * ((u(i, j, k-1) + u(i, j, k+1)) - 2 * u(i, j, k)))
        end do
      end do
    end do
  end subroutine

  subroutine declare(thorn) bind(C, name="cardon_declare_WaveFortran")
    type(cardon_thorn), intent(inout) :: thorn
    call cardon_summary(thorn, "Scalar wave equation, first order in time, in Fortran")
    call cardon_add_real(thorn, "speed", 1.0_dp, "Wave speed", above=0.0_dp, unit="m/s")
    call cardon_add_real(thorn, "width", 0.2_dp, "Width of the initial Gaussian", above=0.0_dp, unit="m")
    call cardon_add_evolved(thorn, "phi", "Scalar field")
    call cardon_add_evolved(thorn, "pi", "Time derivative of phi")
    call cardon_add_task(thorn, cardon_initial, "gaussian", gaussian, writes="phi, pi")
    call cardon_add_task(thorn, cardon_evolve_rhs, "wave_rhs", wave_rhs, reads="phi with stencil(1), pi", &
                         writes="rhs(phi), rhs(pi)")
  end subroutine
end module
