! Heat conduction:  d/dt u = diffusivity laplacian(u)
module template_thorn
  use cardon
  use, intrinsic :: iso_c_binding, only: dp => c_double
  implicit none

contains

  subroutine gaussian(block) bind(C)
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: u
    real(dp) :: w
    integer :: i, j, k
    u => cardon_write(block, "u")
    w = cardon_get_real(block, "width")
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        do i = block%first(1), block%last(1)
          u(i, j, k) = exp(-(cardon_x(block, i)**2 + cardon_y(block, j)**2 + cardon_z(block, k)**2) / (w * w))
        end do
      end do
    end do
  end subroutine

  subroutine heat_rhs(block) bind(C)
    type(cardon_block), intent(in) :: block
    call compute(block, cardon_get_real(block, "diffusivity"), cardon_read(block, "u"), cardon_write(block, "rhs(u)"))
  end subroutine

  ! Arguments, unlike pointers, do not overlap: the compiler makes faster loops.
  subroutine compute(block, diffusivity, u, rate)
    type(cardon_block), intent(in) :: block
    real(dp), intent(in) :: diffusivity
    real(dp), dimension(block%low(1):, block%low(2):, block%low(3):), intent(in) :: u
    real(dp), dimension(block%low(1):, block%low(2):, block%low(3):), intent(inout) :: rate
    real(dp) :: h(3)
    integer :: i, j, k
    h = block%inverse_spacing
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        do i = block%first(1), block%last(1)
          rate(i, j, k) = diffusivity * ((h(1) * h(1) * ((u(i-1, j, k) + u(i+1, j, k)) - 2 * u(i, j, k)) + &
                                          h(2) * h(2) * ((u(i, j-1, k) + u(i, j+1, k)) - 2 * u(i, j, k))) + &
                                         h(3) * h(3) * ((u(i, j, k-1) + u(i, j, k+1)) - 2 * u(i, j, k)))
        end do
      end do
    end do
  end subroutine

  subroutine declare(thorn) bind(C, name="cardon_declare_TemplateThorn")
    type(cardon_thorn), intent(inout) :: thorn
    call cardon_summary(thorn, "Heat conduction, in Fortran")
    call cardon_add_real(thorn, "diffusivity", 1.0_dp, "Thermal diffusivity", above=0.0_dp, unit="m^2/s")
    call cardon_add_real(thorn, "width", 0.2_dp, "Width of the initial Gaussian", above=0.0_dp, unit="m")
    call cardon_add_evolved(thorn, "u", "Temperature", unit="K")
    call cardon_add_task(thorn, cardon_initial, "gaussian", gaussian, writes="u")
    call cardon_add_task(thorn, cardon_evolve_rhs, "heat_rhs", heat_rhs, reads="u with stencil(1)", writes="rhs(u)")
  end subroutine
end module
