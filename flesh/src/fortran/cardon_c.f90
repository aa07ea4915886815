! SPDX-License-Identifier: Apache-2.0
!> cardon/thorn.h as it is, for the module cardon, which thorns use.
module cardon_c
  use, intrinsic :: iso_c_binding
  use cardon_types
  implicit none
  public

  interface
    subroutine c_summary(thorn, name) bind(C, name="cardon_summary")
      import
      type(cardon_thorn), intent(inout) :: thorn
      character(kind=c_char), intent(in) :: name(*)
    end subroutine
    subroutine c_add_author(thorn, name) bind(C, name="cardon_add_author")
      import
      type(cardon_thorn), intent(inout) :: thorn
      character(kind=c_char), intent(in) :: name(*)
    end subroutine
    subroutine c_cite(thorn, work) bind(C, name="cardon_cite")
      import
      type(cardon_thorn), intent(inout) :: thorn
      character(kind=c_char), intent(in) :: work(*)
    end subroutine
    subroutine c_add_bool(thorn, name, value, options) bind(C, name="cardon_add_bool")
      import
      type(cardon_thorn), intent(inout) :: thorn
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: value
      type(parameter_options), intent(in) :: options
    end subroutine
    subroutine c_add_int(thorn, name, value, options) bind(C, name="cardon_add_int")
      import
      type(cardon_thorn), intent(inout) :: thorn
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: value
      type(parameter_options), intent(in) :: options
    end subroutine
    subroutine c_add_real(thorn, name, value, options) bind(C, name="cardon_add_real")
      import
      type(cardon_thorn), intent(inout) :: thorn
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), value :: value
      type(parameter_options), intent(in) :: options
    end subroutine
    subroutine c_add_vec3(thorn, name, x, y, z, options) bind(C, name="cardon_add_vec3")
      import
      type(cardon_thorn), intent(inout) :: thorn
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), value :: x, y, z
      type(parameter_options), intent(in) :: options
    end subroutine
    subroutine c_add_text(thorn, name, value, options) bind(C, name="cardon_add_text")
      import
      type(cardon_thorn), intent(inout) :: thorn
      character(kind=c_char), intent(in) :: name(*), value(*)
      type(parameter_options), intent(in) :: options
    end subroutine
    subroutine c_add_list(thorn, type, name, values, options) bind(C, name="cardon_add_list")
      import
      type(cardon_thorn), intent(inout) :: thorn
      integer(c_int), value :: type
      character(kind=c_char), intent(in) :: name(*), values(*)
      type(parameter_options), intent(in) :: options
    end subroutine
    subroutine c_add_formula(thorn, name, formula, options) bind(C, name="cardon_add_formula")
      import
      type(cardon_thorn), intent(inout) :: thorn
      character(kind=c_char), intent(in) :: name(*), formula(*)
      type(parameter_options), intent(in) :: options
    end subroutine
    subroutine c_add_data_file(thorn, name, options) bind(C, name="cardon_add_data_file")
      import
      type(cardon_thorn), intent(inout) :: thorn
      character(kind=c_char), intent(in) :: name(*)
      type(parameter_options), intent(in) :: options
    end subroutine
    subroutine c_add_table(thorn, name, arguments, interpolation, options) bind(C, name="cardon_add_table")
      import
      type(cardon_thorn), intent(inout) :: thorn
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: arguments, interpolation
      type(parameter_options), intent(in) :: options
    end subroutine
    subroutine c_add_field(thorn, role, name, options) bind(C, name="cardon_add_field")
      import
      type(cardon_thorn), intent(inout) :: thorn
      integer(c_int), value :: role
      character(kind=c_char), intent(in) :: name(*)
      type(field_options), intent(in) :: options
    end subroutine
    subroutine c_add_scalar(thorn, name, description, reduction, unit) bind(C, name="cardon_add_scalar")
      import
      type(cardon_thorn), intent(inout) :: thorn
      character(kind=c_char), intent(in) :: name(*), description(*), unit(*)
      integer(c_int), value :: reduction
    end subroutine
    subroutine c_add_state_scalar(thorn, evolved, name, options) bind(C, name="cardon_add_state_scalar")
      import
      type(cardon_thorn), intent(inout) :: thorn
      integer(c_int), value :: evolved
      character(kind=c_char), intent(in) :: name(*)
      type(scalar_options), intent(in) :: options
    end subroutine
    subroutine c_add_task(thorn, bin, name, function, options) bind(C, name="cardon_add_task")
      import
      type(cardon_thorn), intent(inout) :: thorn
      integer(c_int), value :: bin
      character(kind=c_char), intent(in) :: name(*)
      type(c_funptr), value :: function
      type(task_options), intent(in) :: options
    end subroutine
    subroutine c_add_boundary(thorn, name, function, options) bind(C, name="cardon_add_boundary")
      import
      type(cardon_thorn), intent(inout) :: thorn
      character(kind=c_char), intent(in) :: name(*)
      type(c_funptr), value :: function
      type(task_options), intent(in) :: options
    end subroutine
    subroutine c_limits_step(thorn, name, function) bind(C, name="cardon_limits_step")
      import
      type(cardon_thorn), intent(inout) :: thorn
      character(kind=c_char), intent(in) :: name(*)
      type(c_funptr), value :: function
    end subroutine
    subroutine c_radiates(thorn, field, speed, far_value) bind(C, name="cardon_radiates")
      import
      type(cardon_thorn), intent(inout) :: thorn
      character(kind=c_char), intent(in) :: field(*), speed(*)
      real(c_double), value :: far_value
    end subroutine
    subroutine c_starts_at(thorn, scalar, value) bind(C, name="cardon_starts_at")
      import
      type(cardon_thorn), intent(inout) :: thorn
      character(kind=c_char), intent(in) :: scalar(*)
      real(c_double), value :: value
    end subroutine
    subroutine c_decays(thorn, field, power) bind(C, name="cardon_decays")
      import
      type(cardon_thorn), intent(inout) :: thorn
      character(kind=c_char), intent(in) :: field(*)
      integer(c_int), value :: power
    end subroutine
    subroutine c_fortran_array(block, name, written, array) bind(C, name="cardon_fortran_array")
      import
      type(cardon_block), intent(in) :: block
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: written
      real(c_double), pointer, intent(out) :: array(:, :, :)
    end subroutine
    !> Has the processor fetch what rows behind the row (j, k) need: for loops over large fields.
    pure subroutine cardon_prefetch_row(block, j, k) bind(C, name="cardon_fortran_prefetch")
      import
      type(cardon_block), intent(in) :: block
      integer(c_int), value :: j, k
    end subroutine
    function c_get_bool(block, name) bind(C, name="cardon_get_bool")
      import
      type(cardon_block), intent(in) :: block
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int) :: c_get_bool
    end function
    function c_get_int(block, name) bind(C, name="cardon_get_int")
      import
      type(cardon_block), intent(in) :: block
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int) :: c_get_int
    end function
    function c_get_real(block, name) bind(C, name="cardon_get_real")
      import
      type(cardon_block), intent(in) :: block
      character(kind=c_char), intent(in) :: name(*)
      real(c_double) :: c_get_real
    end function
    function c_get_component(block, name, component) bind(C, name="cardon_get_component")
      import
      type(cardon_block), intent(in) :: block
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: component
      real(c_double) :: c_get_component
    end function
    pure function c_get_text(block, name) bind(C, name="cardon_get_text")
      import
      type(cardon_block), intent(in) :: block
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr) :: c_get_text
    end function
    function c_get_reals(block, name, count) bind(C, name="cardon_get_reals")
      import
      type(cardon_block), intent(in) :: block
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), intent(out) :: count
      type(c_ptr) :: c_get_reals
    end function
    function c_get_ints(block, name, count) bind(C, name="cardon_get_ints")
      import
      type(cardon_block), intent(in) :: block
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), intent(out) :: count
      type(c_ptr) :: c_get_ints
    end function
    function c_get_formula(block, name) bind(C, name="cardon_get_formula")
      import
      type(cardon_block), intent(in) :: block
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr) :: c_get_formula
    end function
    function c_value(formula, x, y, z, t) bind(C, name="cardon_value")
      import
      type(c_ptr), value :: formula
      real(c_double), value :: x, y, z, t
      real(c_double) :: c_value
    end function
    function c_get_data(block, name) bind(C, name="cardon_get_data")
      import
      type(cardon_block), intent(in) :: block
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr) :: c_get_data
    end function
    function c_data_value(data, x, y, z) bind(C, name="cardon_data_value")
      import
      type(c_ptr), value :: data
      real(c_double), value :: x, y, z
      real(c_double) :: c_data_value
    end function
    function c_data_min(data) bind(C, name="cardon_data_min")
      import
      type(c_ptr), value :: data
      real(c_double) :: c_data_min
    end function
    function c_data_max(data) bind(C, name="cardon_data_max")
      import
      type(c_ptr), value :: data
      real(c_double) :: c_data_max
    end function
    function c_get_table(block, name, arguments) bind(C, name="cardon_get_table")
      import
      type(cardon_block), intent(in) :: block
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: arguments
      type(c_ptr) :: c_get_table
    end function
    function c_table_value(table, x) bind(C, name="cardon_table_value")
      import
      type(c_ptr), value :: table
      real(c_double), value :: x
      real(c_double) :: c_table_value
    end function
    function c_table_value_2(table, x, y) bind(C, name="cardon_table_value_2")
      import
      type(c_ptr), value :: table
      real(c_double), value :: x, y
      real(c_double) :: c_table_value_2
    end function
    function c_table_min(table) bind(C, name="cardon_table_min")
      import
      type(c_ptr), value :: table
      real(c_double) :: c_table_min
    end function
    function c_table_max(table) bind(C, name="cardon_table_max")
      import
      type(c_ptr), value :: table
      real(c_double) :: c_table_max
    end function
    function c_get_scalar(block, scalar) bind(C, name="cardon_get_scalar")
      import
      type(cardon_block), intent(in) :: block
      character(kind=c_char), intent(in) :: scalar(*)
      real(c_double) :: c_get_scalar
    end function
    subroutine c_set_scalar(block, scalar, value) bind(C, name="cardon_set_scalar")
      import
      type(cardon_block), intent(in) :: block
      character(kind=c_char), intent(in) :: scalar(*)
      real(c_double), value :: value
    end subroutine
    subroutine c_get_position(block, scalar, position) bind(C, name="cardon_get_position")
      import
      type(cardon_block), intent(in) :: block
      character(kind=c_char), intent(in) :: scalar(*)
      real(c_double), intent(out) :: position(3)
    end subroutine
    function c_get_random(block, stream) bind(C, name="cardon_get_random")
      import
      type(cardon_block), intent(in) :: block
      character(kind=c_char), intent(in) :: stream(*)
      type(cardon_random) :: c_get_random
    end function
    pure function c_uniform(random, i, j, k, n) bind(C, name="cardon_uniform")
      import
      type(cardon_random), value :: random
      integer(c_int), value :: i, j, k, n
      real(c_double) :: c_uniform
    end function
    pure function c_normal(random, i, j, k, n) bind(C, name="cardon_normal")
      import
      type(cardon_random), value :: random
      integer(c_int), value :: i, j, k, n
      real(c_double) :: c_normal
    end function
    pure function c_length(words) bind(C, name="strlen")
      import
      type(c_ptr), value :: words
      integer(c_size_t) :: c_length
    end function
    !> Product of the spacings of the directions that the grid has.
    function cardon_cell_volume(block) bind(C, name="cardon_cell_volume")
      import
      type(cardon_block), intent(in) :: block
      real(c_double) :: cardon_cell_volume
    end function
    subroutine c_refuse(block, parameter, slug, message, help) bind(C, name="cardon_refuse")
      import
      type(cardon_block), intent(in) :: block
      character(kind=c_char), intent(in) :: parameter(*), slug(*), message(*), help(*)
    end subroutine
    subroutine c_warn(block, parameter, slug, message, help) bind(C, name="cardon_warn")
      import
      type(cardon_block), intent(in) :: block
      character(kind=c_char), intent(in) :: parameter(*), slug(*), message(*), help(*)
    end subroutine
    subroutine c_reduce(block, name, row, length, j, k) bind(C, name="cardon_reduce_row")
      import
      type(cardon_block), intent(in) :: block
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(in) :: row(*)
      integer(c_int), value :: length, j, k
    end subroutine
  end interface

contains

  !> Text for an argument of C; blanks at its end do not count.
  pure function c_text(words) result(c)
    character(*), intent(in) :: words
    character(len_trim(words) + 1, kind=c_char) :: c
    c = trim(words)//c_null_char
  end function

  !> The address of a copy, null without text.
  function address(kept, words)
    type(kept_text), intent(inout), target :: kept
    character(*), intent(in), optional :: words
    type(c_ptr) :: address
    integer :: n
    address = c_null_ptr
    if (.not. present(words)) return
    kept%c = [(words(n:n), n = 1, len_trim(words)), c_null_char]
    address = c_loc(kept%c)
  end function

end module
