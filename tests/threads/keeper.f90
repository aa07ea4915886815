! SPDX-License-Identifier: Apache-2.0
! For tests: the task of keeper.cpp that keeps a row, in Fortran.
module keeper
  use cardon
  use, intrinsic :: iso_c_binding, only: dp => c_double
  implicit none
  real(dp), save, volatile :: row(0:1023) = 0

contains

  subroutine start(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: u
    integer :: i, j, k
    u => cardon_write(block, "phi")
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        do i = block%first(1), block%last(1)
          u(i, j, k) = cardon_x(block, i) + 10 * cardon_y(block, j) * cardon_z(block, k)
        end do
      end do
    end do
  end subroutine

  subroutine keep(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    real(dp), pointer, dimension(:, :, :) :: u, next
    integer :: i, j, k, n
    u => cardon_read(block, "phi")
    next => cardon_write(block, "next(phi)")
    do k = block%first(3), block%last(3)
      do j = block%first(2), block%last(2)
        do n = 1, 20
          do i = block%first(1), block%last(1)
            row(i) = u(i, j, k)
          end do
          do i = block%first(1), block%last(1)
            next(i, j, k) = 1.5_dp * row(i)
          end do
        end do
      end do
    end do
  end subroutine

  real(dp) function step(block) bind(C, name="")
    type(cardon_block), intent(in) :: block
    step = block%spacing(1)
  end function

  subroutine declare(thorn) bind(C, name="cardon_declare_KeeperFortran")
    type(cardon_thorn), intent(inout) :: thorn
    call cardon_summary(thorn, "A task that keeps data, in Fortran")
    call cardon_add_evolved(thorn, "phi", "Scalar field")
    call cardon_limits_step(thorn, "step", step)
    call cardon_add_task(thorn, cardon_initial, "start", start, writes="phi")
    call cardon_add_task(thorn, cardon_evolve, "keep", keep, "phi", "next(phi)", serial=.true.)
  end subroutine
end module
