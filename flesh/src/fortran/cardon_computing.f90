! SPDX-License-Identifier: Apache-2.0
!> What tasks call; part of the module cardon.
module cardon_computing
  use, intrinsic :: iso_c_binding
  use cardon_c
  implicit none
  private

  public :: cardon_formula, cardon_data, cardon_table
  public :: cardon_read, cardon_write, cardon_x, cardon_y, cardon_z
  public :: cardon_get_bool, cardon_get_int, cardon_get_real, cardon_get_vec3, cardon_get_text, cardon_get_reals
  public :: cardon_get_ints, cardon_get_formula, cardon_value, cardon_reduce, cardon_refuse, cardon_warn
  public :: cardon_get_data, cardon_data_value, cardon_data_min, cardon_data_max
  public :: cardon_get_table, cardon_table_value, cardon_table_min, cardon_table_max
  public :: cardon_get_scalar, cardon_get_position, cardon_set_scalar
  public :: cardon_get_random, cardon_uniform, cardon_normal

  !> A formula of the parameter file; one thread at a time may evaluate it.
  type :: cardon_formula
    private
    type(c_ptr) :: address = c_null_ptr
  end type

  !> The values of a data file.
  type :: cardon_data
    private
    type(c_ptr) :: address = c_null_ptr
  end type

  !> A table of one or two arguments.
  type :: cardon_table
    private
    type(c_ptr) :: address = c_null_ptr
  end type

  !> gfortran computes with the strides of a pointer that C is about to set: they must be defined.
  real(c_double), target, save :: anything(1, 1, 1) = 0

contains

  !> A field that the task declared to read or write: "phi", "past(phi)", "next(phi)", "rhs(phi)", "Other::rho", or a
  !> component such as "B_x". Its bounds are block%low and block%high.
  function cardon_read(block, field) result(array)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: field
    real(c_double), pointer :: array(:, :, :)
    array => anything
    call c_fortran_array(block, c_text(field), 0_c_int, array)
  end function

  !> A field that the task declared to write, with the same names and bounds.
  function cardon_write(block, field) result(array)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: field
    real(c_double), pointer :: array(:, :, :)
    array => anything
    call c_fortran_array(block, c_text(field), 1_c_int, array)
  end function

  !> Coordinate x of the points i, by the same arithmetic as in C++.
  pure function cardon_x(block, i) result(x)
    type(cardon_block), intent(in) :: block
    integer, intent(in) :: i
    real(c_double) :: x
    x = block%origin(1) + i * block%spacing(1)
  end function

  !> Coordinate y of the points j.
  pure function cardon_y(block, j) result(y)
    type(cardon_block), intent(in) :: block
    integer, intent(in) :: j
    real(c_double) :: y
    y = block%origin(2) + j * block%spacing(2)
  end function

  !> Coordinate z of the points k.
  pure function cardon_z(block, k) result(z)
    type(cardon_block), intent(in) :: block
    integer, intent(in) :: k
    real(c_double) :: z
    z = block%origin(3) + k * block%spacing(3)
  end function

  !> The value of a parameter that is true or false.
  function cardon_get_bool(block, parameter) result(value)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: parameter
    logical :: value
    value = c_get_bool(block, c_text(parameter)) /= 0
  end function

  !> The value of a parameter that is a whole number.
  function cardon_get_int(block, parameter) result(value)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: parameter
    integer :: value
    value = c_get_int(block, c_text(parameter))
  end function

  !> The value of a real parameter, in its unit.
  function cardon_get_real(block, parameter) result(value)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: parameter
    real(c_double) :: value
    value = c_get_real(block, c_text(parameter))
  end function

  !> The components x, y and z of a parameter of three reals.
  function cardon_get_vec3(block, parameter) result(value)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: parameter
    real(c_double) :: value(3)
    integer(c_int) :: n
    value = [(c_get_component(block, c_text(parameter), n), n = 0, 2)]
  end function

  !> The value of a string or keyword; a copy. Its length is an expression because gfortran keeps the length of a result that
  !> is allocatable in a static variable of the caller, which ranks that are threads would share.
  function cardon_get_text(block, parameter) result(value)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: parameter
    character(text_length(block, parameter)) :: value
    type(c_ptr) :: words
    character(kind=c_char), pointer :: c(:)
    integer :: n
    words = c_get_text(block, c_text(parameter))
    call c_f_pointer(words, c, [len(value)])
    do n = 1, len(value)
      value(n:n) = c(n)
    end do
  end function

  pure function text_length(block, parameter) result(length)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: parameter
    integer :: length
    length = int(c_length(c_get_text(block, c_text(parameter))))
  end function

  !> The elements of a list of reals, valid until the task returns.
  function cardon_get_reals(block, parameter) result(values)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: parameter
    real(c_double), pointer :: values(:)
    type(c_ptr) :: first
    integer(c_int) :: count
    first = c_get_reals(block, c_text(parameter), count)
    call c_f_pointer(first, values, [count])
  end function

  !> The elements of a list of whole numbers, valid until the task returns.
  function cardon_get_ints(block, parameter) result(values)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: parameter
    integer(c_long), pointer :: values(:)
    type(c_ptr) :: first
    integer(c_int) :: count
    first = c_get_ints(block, c_text(parameter), count)
    call c_f_pointer(first, values, [count])
  end function

  !> The formula of a parameter, valid until the task returns.
  function cardon_get_formula(block, parameter) result(formula)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: parameter
    type(cardon_formula) :: formula
    formula%address = c_get_formula(block, c_text(parameter))
  end function

  !> The value of a formula at a position and time.
  function cardon_value(formula, x, y, z, t) result(value)
    type(cardon_formula), intent(in) :: formula
    real(c_double), intent(in) :: x, y, z, t
    real(c_double) :: value
    value = c_value(formula%address, x, y, z, t)
  end function

  !> The values of a data file, valid until the task returns; only where the user has named a file.
  function cardon_get_data(block, parameter) result(data)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: parameter
    type(cardon_data) :: data
    data%address = c_get_data(block, c_text(parameter))
  end function

  !> The value at a position, interpolated linearly between the points of the file.
  function cardon_data_value(data, x, y, z) result(value)
    type(cardon_data), intent(in) :: data
    real(c_double), intent(in) :: x, y, z
    real(c_double) :: value
    value = c_data_value(data%address, x, y, z)
  end function

  !> The smallest of all values in the file.
  function cardon_data_min(data) result(value)
    type(cardon_data), intent(in) :: data
    real(c_double) :: value
    value = c_data_min(data%address)
  end function

  !> The largest of all values in the file.
  function cardon_data_max(data) result(value)
    type(cardon_data), intent(in) :: data
    real(c_double) :: value
    value = c_data_max(data%address)
  end function

  !> A table, valid until the task returns; only where the user has named a file. The number of arguments is 1 unless it is given.
  function cardon_get_table(block, parameter, arguments) result(table)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: parameter
    integer, intent(in), optional :: arguments
    type(cardon_table) :: table
    integer(c_int) :: n
    n = 1
    if (present(arguments)) n = arguments
    table%address = c_get_table(block, c_text(parameter), n)
  end function

  !> The value of a table of one argument, or of two if y is given.
  function cardon_table_value(table, x, y) result(value)
    type(cardon_table), intent(in) :: table
    real(c_double), intent(in) :: x
    real(c_double), intent(in), optional :: y
    real(c_double) :: value
    if (present(y)) then
      value = c_table_value_2(table%address, x, y)
    else
      value = c_table_value(table%address, x)
    end if
  end function

  !> The smallest of all values in the file.
  function cardon_table_min(table) result(value)
    type(cardon_table), intent(in) :: table
    real(c_double) :: value
    value = c_table_min(table%address)
  end function

  !> The largest of all values in the file.
  function cardon_table_max(table) result(value)
    type(cardon_table), intent(in) :: table
    real(c_double) :: value
    value = c_table_max(table%address)
  end function

  !> A scalar that the task declared to read: "total" of the same step, or "lagged(total, 2)".
  function cardon_get_scalar(block, scalar) result(value)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: scalar
    real(c_double) :: value
    value = c_get_scalar(block, c_text(scalar))
  end function

  !> Sets a scalar that the task declared: "turns", "mode_2", or the time derivative "rhs(angle)".
  subroutine cardon_set_scalar(block, scalar, value)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: scalar
    real(c_double), intent(in) :: value
    call c_set_scalar(block, c_text(scalar), value)
  end subroutine

  !> Where a scalar of the kind cardon_min or cardon_max has its value.
  function cardon_get_position(block, scalar) result(position)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: scalar
    real(c_double) :: position(3)
    call c_get_position(block, c_text(scalar), position)
  end function

  !> Random numbers of this thorn by the name of their stream, the same as in C++.
  function cardon_get_random(block, stream) result(random)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: stream
    type(cardon_random) :: random
    random = c_get_random(block, c_text(stream))
  end function

  !> Number n (0 unless given) of the place (i, j, k): between 0 and 1, never one of them.
  pure function cardon_uniform(random, i, j, k, n) result(value)
    type(cardon_random), intent(in) :: random
    integer, intent(in) :: i, j, k
    integer, intent(in), optional :: n
    real(c_double) :: value
    value = c_uniform(random, i, j, k, number_or_0(n))
  end function

  !> The same of the normal distribution with mean 0 and variance 1.
  pure function cardon_normal(random, i, j, k, n) result(value)
    type(cardon_random), intent(in) :: random
    integer, intent(in) :: i, j, k
    integer, intent(in), optional :: n
    real(c_double) :: value
    value = c_normal(random, i, j, k, number_or_0(n))
  end function

  pure function number_or_0(n) result(number)
    integer, intent(in), optional :: n
    integer(c_int) :: number
    number = 0
    if (present(n)) number = n
  end function

  !> Ends the run when the task or step limit has returned: people are shown where they set the parameter that is to blame.
  !> slug: a stable name of the mistake, such as "wave/width"; message: what is wrong; help: what to do.
  subroutine cardon_refuse(block, parameter, slug, message, help)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: parameter, slug, message, help
    call c_refuse(block, c_text(parameter), c_text(slug), c_text(message), c_text(help))
  end subroutine

  !> A warning at the start of the run, for step limits only; the arguments are those of cardon_refuse.
  subroutine cardon_warn(block, parameter, slug, message, help)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: parameter, slug, message, help
    call c_warn(block, c_text(parameter), c_text(slug), c_text(message), c_text(help))
  end subroutine

  !> Adds one row of the region to a scalar: the values at (first(1), j, k) to (last(1), j, k). A row of another length is
  !> an error.
  subroutine cardon_reduce(block, scalar, row, j, k)
    type(cardon_block), intent(in) :: block
    character(*), intent(in) :: scalar
    real(c_double), intent(in) :: row(:)
    integer, intent(in) :: j, k
    call c_reduce(block, c_text(scalar), row, size(row), j, k)
  end subroutine

end module
