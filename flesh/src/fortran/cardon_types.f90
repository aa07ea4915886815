! SPDX-License-Identifier: Apache-2.0
!> The types and constants of cardon/thorn.h as they are, for the module cardon_c.
module cardon_types
  use, intrinsic :: iso_c_binding
  implicit none
  public

  !> The thorn being declared by  subroutine declare(thorn) bind(C, name="cardon_declare_NameOfTheThorn").
  type, bind(C) :: cardon_thorn
    integer(c_int) :: hidden
  end type

  !> What a task sees: the region of one call. Indices are global and start from 0.
  type, bind(C) :: cardon_block
    integer(c_int) :: first(3)                  !< first point to compute, in x, y, z
    integer(c_int) :: behind(3)                 !< last + 1
    integer(c_int) :: last(3)                   !< last point to compute
    integer(c_int) :: low(3), high(3)           !< bounds of the arrays: first and last, moved by the widest stencil that is read;
                                                !< where the grid lacks a direction, by that of any direction
    integer(c_int) :: dimensions                !< 1, 2 or 3
    integer(c_long) :: iteration                !< steps finished before the running one
    real(c_double) :: time                      !< of the values that are read
    real(c_double) :: dt                        !< length of the running step
    real(c_double) :: implicit_step             !< tasks of cardon_implicit: h of u = u* + h g(u), to be solved
    real(c_double) :: spacing(3)                !< 0 in directions that the grid does not have
    real(c_double) :: inverse_spacing(3)        !< 1 / spacing, or 0
    real(c_double) :: origin(3)                 !< coordinates of the point (0, 0, 0)
    real(c_double) :: domain_lower(3), domain_upper(3)  !< corners of the domain; 0 in directions that the grid does not have
    integer(c_int) :: points(3)                 !< of the whole grid: the faces are at 0 and points - 1
    integer(c_int) :: face_direction            !< boundary tasks: of the normal, 0, 1, 2 for x, y, z; else -1
    integer(c_int) :: face_upper                !< boundary tasks: 1 at the upper face
    integer(c_int) :: face_depth                !< of the layer: 0 the outermost points, -1, -2, ... outside the grid
    integer(c_int) :: inward(3)                 !< boundary tasks: from a point to the next one inside; else 0
    type(c_ptr) :: call, ahead
    integer(c_int) :: ahead_count
  end type

  enum, bind(C)
    enumerator :: cardon_never, cardon_on_restart, cardon_while_running
  end enum
  enum, bind(C)
    enumerator :: cardon_scalar, cardon_vector, cardon_axial_vector, cardon_symmetric_tensor, cardon_plane_vector
  end enum
  enum, bind(C)
    enumerator :: role_evolved, role_derived, role_auxiliary
  end enum
  enum, bind(C)
    enumerator :: cardon_sum, cardon_mean, cardon_min, cardon_max, cardon_l1, cardon_l2, cardon_linf
  end enum
  enum, bind(C)
    enumerator :: cardon_initial, cardon_pre_step, cardon_evolve, cardon_evolve_rhs, cardon_implicit, cardon_post_step
    enumerator :: cardon_analysis, cardon_terminate
  end enum
  enum, bind(C)
    enumerator :: type_int = 0, type_real = 1, cardon_linear = 0, cardon_monotone = 1
  end enum

  !> Random numbers of one stream.
  type, bind(C) :: cardon_random
    integer(c_int32_t) :: key(2)
  end type

  abstract interface
    !> Called several times in a step, on different regions; treats every point alike and keeps no state.
    subroutine task(block) bind(C)
      import
      type(cardon_block), intent(in) :: block
    end subroutine
    !> Returns the time step that time.courant: 1 stands for.
    function step_limit(block) bind(C)
      import
      type(cardon_block), intent(in) :: block
      real(c_double) :: step_limit
    end function
  end interface

  type, bind(C) :: parameter_options
    type(c_ptr) :: description = c_null_ptr, unit = c_null_ptr, choices = c_null_ptr
    real(c_double) :: lower = 0, upper = 0
    integer(c_int) :: has_lower = 0, has_upper = 0, lower_open = 0, upper_open = 0
    integer(c_int) :: steering = cardon_never
    type(c_ptr) :: formerly = c_null_ptr
  end type

  type, bind(C) :: field_options
    type(c_ptr) :: description = c_null_ptr, unit = c_null_ptr
    integer(c_int) :: tensor = cardon_scalar, past_levels = 0, no_boundary = 0
  end type

  type, bind(C) :: task_options
    type(c_ptr) :: reads = c_null_ptr, writes = c_null_ptr, reduces = c_null_ptr
    type(c_ptr) :: when = c_null_ptr, before = c_null_ptr, after = c_null_ptr
    integer(c_int) :: every = 0
    real(c_double) :: flops = 0
    type(c_ptr) :: scalars = c_null_ptr, sets = c_null_ptr
    integer(c_int) :: serial = 0
    real(c_double) :: flops_per_direction = 0
  end type

  type, bind(C) :: scalar_options
    type(c_ptr) :: description = c_null_ptr, unit = c_null_ptr
    real(c_double) :: start = 0
    integer(c_int) :: components = 0
  end type

  !> Text that stays where it is during a call.
  type :: kept_text
    character(kind=c_char), allocatable :: c(:)
  end type

end module
