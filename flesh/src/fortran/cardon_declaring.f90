! SPDX-License-Identifier: Apache-2.0
!> What functions that declare a thorn call; part of the module cardon.
module cardon_declaring
  use, intrinsic :: iso_c_binding
  use cardon_c
  implicit none
  private

  public :: cardon_summary, cardon_add_author, cardon_cite
  public :: cardon_add_bool, cardon_add_int, cardon_add_real, cardon_add_vec3, cardon_add_text
  public :: cardon_add_reals, cardon_add_ints, cardon_add_formula, cardon_add_data_file, cardon_add_table
  public :: cardon_add_evolved, cardon_add_auxiliary, cardon_add_derived, cardon_add_scalar
  public :: cardon_add_evolved_scalar, cardon_add_state_scalar
  public :: cardon_add_task, cardon_add_boundary, cardon_limits_step, cardon_radiates, cardon_decays

contains

  !> One line for lists.
  subroutine cardon_summary(thorn, words)
    type(cardon_thorn), intent(inout) :: thorn
    character(*), intent(in) :: words
    call c_summary(thorn, c_text(words))
  end subroutine

  !> Who wrote the thorn; one call for each name.
  subroutine cardon_add_author(thorn, name)
    type(cardon_thorn), intent(inout) :: thorn
    character(*), intent(in) :: name
    call c_add_author(thorn, c_text(name))
  end subroutine

  !> A work that users of the thorn should cite, in one line.
  subroutine cardon_cite(thorn, work)
    type(cardon_thorn), intent(inout) :: thorn
    character(*), intent(in) :: work
    call c_cite(thorn, c_text(work))
  end subroutine

  !> A parameter that is true or false.
  subroutine cardon_add_bool(thorn, name, default, description, steering, formerly)
    type(cardon_thorn), intent(inout) :: thorn
    character(*), intent(in) :: name, description
    logical, intent(in) :: default
    character(*), intent(in), optional :: formerly
    integer, intent(in), optional :: steering
    type(kept_text), target :: kept(4)
    call c_add_bool(thorn, c_text(name), merge(1_c_int, 0_c_int, default), &
                    options_of(kept, description, steering=steering, formerly=formerly))
  end subroutine

  !> A whole number; choices: "2, 4".
  subroutine cardon_add_int(thorn, name, default, description, choices, above, at_least, below, at_most, steering, formerly)
    type(cardon_thorn), intent(inout) :: thorn
    character(*), intent(in) :: name, description
    integer, intent(in) :: default
    character(*), intent(in), optional :: choices, formerly
    real(c_double), intent(in), optional :: above, at_least, below, at_most
    integer, intent(in), optional :: steering
    type(kept_text), target :: kept(4)
    call c_add_int(thorn, c_text(name), default, &
                    options_of(kept, description, choices=choices, above=above, at_least=at_least, below=below, at_most=at_most, &
                               steering=steering, formerly=formerly))
  end subroutine

  !> A real number.
  subroutine cardon_add_real(thorn, name, default, description, unit, above, at_least, below, at_most, steering, formerly)
    type(cardon_thorn), intent(inout) :: thorn
    character(*), intent(in) :: name, description
    real(c_double), intent(in) :: default
    character(*), intent(in), optional :: unit, formerly
    real(c_double), intent(in), optional :: above, at_least, below, at_most
    integer, intent(in), optional :: steering
    type(kept_text), target :: kept(4)
    call c_add_real(thorn, c_text(name), default, &
                    options_of(kept, description, unit=unit, above=above, at_least=at_least, below=below, at_most=at_most, &
                               steering=steering, formerly=formerly))
  end subroutine

  !> Three real numbers.
  subroutine cardon_add_vec3(thorn, name, default, description, unit, above, at_least, below, at_most, steering, formerly)
    type(cardon_thorn), intent(inout) :: thorn
    character(*), intent(in) :: name, description
    real(c_double), intent(in) :: default(3)
    character(*), intent(in), optional :: unit, formerly
    real(c_double), intent(in), optional :: above, at_least, below, at_most
    integer, intent(in), optional :: steering
    type(kept_text), target :: kept(4)
    call c_add_vec3(thorn, c_text(name), default(1), default(2), default(3), &
                    options_of(kept, description, unit=unit, above=above, at_least=at_least, below=below, at_most=at_most, &
                               steering=steering, formerly=formerly))
  end subroutine

  !> A keyword if choices ("gaussian, plane") are given, else any text.
  subroutine cardon_add_text(thorn, name, default, description, choices, steering, formerly)
    type(cardon_thorn), intent(inout) :: thorn
    character(*), intent(in) :: name, description
    character(*), intent(in) :: default
    character(*), intent(in), optional :: choices, formerly
    integer, intent(in), optional :: steering
    type(kept_text), target :: kept(4)
    call c_add_text(thorn, c_text(name), c_text(default), &
                    options_of(kept, description, choices=choices, steering=steering, formerly=formerly))
  end subroutine

  !> A list of reals of any length; the default is text such as "0.1, 0.2".
  subroutine cardon_add_reals(thorn, name, default, description, unit, above, at_least, below, at_most, steering, formerly)
    type(cardon_thorn), intent(inout) :: thorn
    character(*), intent(in) :: name, description
    character(*), intent(in) :: default
    character(*), intent(in), optional :: unit, formerly
    real(c_double), intent(in), optional :: above, at_least, below, at_most
    integer, intent(in), optional :: steering
    type(kept_text), target :: kept(4)
    call c_add_list(thorn, type_real, c_text(name), c_text(default), &
                    options_of(kept, description, unit=unit, above=above, at_least=at_least, below=below, at_most=at_most, &
                               steering=steering, formerly=formerly))
  end subroutine

  !> A list of whole numbers; the default is text such as "1, 2".
  subroutine cardon_add_ints(thorn, name, default, description, above, at_least, below, at_most, steering, formerly)
    type(cardon_thorn), intent(inout) :: thorn
    character(*), intent(in) :: name, description
    character(*), intent(in) :: default
    real(c_double), intent(in), optional :: above, at_least, below, at_most
    character(*), intent(in), optional :: formerly
    integer, intent(in), optional :: steering
    type(kept_text), target :: kept(4)
    call c_add_list(thorn, type_int, c_text(name), c_text(default), &
                    options_of(kept, description, above=above, at_least=at_least, below=below, at_most=at_most, &
                               steering=steering, formerly=formerly))
  end subroutine

  !> A formula in x, y, z, r, t and the numeric parameters.
  subroutine cardon_add_formula(thorn, name, default, description, unit, steering, formerly)
    type(cardon_thorn), intent(inout) :: thorn
    character(*), intent(in) :: name, description
    character(*), intent(in) :: default
    character(*), intent(in), optional :: unit, formerly
    integer, intent(in), optional :: steering
    type(kept_text), target :: kept(4)
    call c_add_formula(thorn, c_text(name), c_text(default), &
                    options_of(kept, description, unit=unit, steering=steering, formerly=formerly))
  end subroutine

  !> A file with values on a regular grid, whose unit and range are given.
  subroutine cardon_add_data_file(thorn, name, description, unit, above, at_least, below, at_most)
    type(cardon_thorn), intent(inout) :: thorn
    character(*), intent(in) :: name, description
    character(*), intent(in), optional :: unit
    real(c_double), intent(in), optional :: above, at_least, below, at_most
    type(kept_text), target :: kept(4)
    call c_add_data_file(thorn, c_text(name), options_of(kept, description, unit=unit, above=above, at_least=at_least, &
                                                         below=below, at_most=at_most))
  end subroutine

  !> A text file with a function of one argument or two in columns, whose unit and range are given; interpolation:
  !> cardon_linear (default) or cardon_monotone, where the user does not say it.
  subroutine cardon_add_table(thorn, name, description, arguments, interpolation, unit, above, at_least, below, at_most)
    type(cardon_thorn), intent(inout) :: thorn
    character(*), intent(in) :: name, description
    integer, intent(in), optional :: arguments, interpolation
    character(*), intent(in), optional :: unit
    real(c_double), intent(in), optional :: above, at_least, below, at_most
    type(kept_text), target :: kept(4)
    integer(c_int) :: n, kind
    n = 1
    kind = cardon_linear
    if (present(arguments)) n = arguments
    if (present(interpolation)) kind = interpolation
    call c_add_table(thorn, c_text(name), n, kind, options_of(kept, description, unit=unit, above=above, at_least=at_least, &
                                                              below=below, at_most=at_most))
  end subroutine

  !> A field advanced in time.
  subroutine cardon_add_evolved(thorn, name, description, unit, tensor, past_levels, no_boundary)
    type(cardon_thorn), intent(inout) :: thorn
    character(*), intent(in) :: name, description
    character(*), intent(in), optional :: unit
    integer, intent(in), optional :: tensor, past_levels
    logical, intent(in), optional :: no_boundary
    call add_field(thorn, role_evolved, name, description, unit, tensor, past_levels, no_boundary)
  end subroutine

  !> A field stored besides.
  subroutine cardon_add_auxiliary(thorn, name, description, unit, tensor, past_levels, no_boundary)
    type(cardon_thorn), intent(inout) :: thorn
    character(*), intent(in) :: name, description
    character(*), intent(in), optional :: unit
    integer, intent(in), optional :: tensor, past_levels
    logical, intent(in), optional :: no_boundary
    call add_field(thorn, role_auxiliary, name, description, unit, tensor, past_levels, no_boundary)
  end subroutine

  !> A field computed at analysis when an output asks for it.
  subroutine cardon_add_derived(thorn, name, description, unit, tensor, past_levels, no_boundary)
    type(cardon_thorn), intent(inout) :: thorn
    character(*), intent(in) :: name, description
    character(*), intent(in), optional :: unit
    integer, intent(in), optional :: tensor, past_levels
    logical, intent(in), optional :: no_boundary
    call add_field(thorn, role_derived, name, description, unit, tensor, past_levels, no_boundary)
  end subroutine

  !> A number made from the grid by a task that calls cardon_reduce. start: before the first reduction.
  subroutine cardon_add_scalar(thorn, name, description, reduction, unit, start)
    type(cardon_thorn), intent(inout) :: thorn
    character(*), intent(in) :: name, description
    integer, intent(in) :: reduction
    character(*), intent(in), optional :: unit
    real(c_double), intent(in), optional :: start
    if (present(unit)) then
      call c_add_scalar(thorn, c_text(name), c_text(description), reduction, c_text(unit))
    else
      call c_add_scalar(thorn, c_text(name), c_text(description), reduction, c_text(""))
    end if
    if (present(start)) call c_starts_at(thorn, c_text(name), start)
  end subroutine

  !> A number, the same everywhere, that the integrator advances: a task sets rhs(name). With components there are
  !> name_0, name_1, ... instead of one; start is the value before any task has set it.
  subroutine cardon_add_evolved_scalar(thorn, name, description, unit, start, components)
    type(cardon_thorn), intent(inout) :: thorn
    character(*), intent(in) :: name, description
    character(*), intent(in), optional :: unit
    real(c_double), intent(in), optional :: start
    integer, intent(in), optional :: components
    call add_state_scalar(thorn, 1, name, description, unit, start, components)
  end subroutine

  !> The same, but set by tasks alone.
  subroutine cardon_add_state_scalar(thorn, name, description, unit, start, components)
    type(cardon_thorn), intent(inout) :: thorn
    character(*), intent(in) :: name, description
    character(*), intent(in), optional :: unit
    real(c_double), intent(in), optional :: start
    integer, intent(in), optional :: components
    call add_state_scalar(thorn, 0, name, description, unit, start, components)
  end subroutine

  !> A task in a time bin. Lists are "phi with stencil(1), past(phi), Other::rho with stencil(2, 1, 0)",
  !> "next(phi)", "rhs(u)"; conditions "order = 2, damp"; scalars that it reads "total, lagged(total, 2)". A task that sets
  !> scalars, "rhs(angle), turns", runs once, not at points, and reads nothing but scalars. A procedure with variables that are
  !> saved is to be called by one thread at a time: serial = .true.
  subroutine cardon_add_task(thorn, bin, name, procedure, reads, writes, reduces, when, before, after, every, flops, &
                             scalars, sets, serial, flops_per_direction)
    type(cardon_thorn), intent(inout) :: thorn
    integer, intent(in) :: bin
    character(*), intent(in) :: name
    procedure(task) :: procedure
    character(*), intent(in), optional :: reads, writes, reduces, when, before, after
    integer, intent(in), optional :: every
    real(c_double), intent(in), optional :: flops, flops_per_direction
    character(*), intent(in), optional :: scalars, sets
    logical, intent(in), optional :: serial
    type(kept_text), target :: kept(8)
    type(task_options) :: options
    options%reads = address(kept(1), reads)
    options%writes = address(kept(2), writes)
    options%reduces = address(kept(3), reduces)
    options%when = address(kept(4), when)
    options%before = address(kept(5), before)
    options%after = address(kept(6), after)
    options%scalars = address(kept(7), scalars)
    options%sets = address(kept(8), sets)
    if (present(every)) options%every = every
    if (present(flops)) options%flops = flops
    if (present(flops_per_direction)) options%flops_per_direction = flops_per_direction
    if (present(serial)) options%serial = merge(1, 0, serial)
    call c_add_task(thorn, bin, c_text(name), c_funloc(procedure), options)
  end subroutine

  !> A boundary that grid.boundary can name as "Thorn::name". It is called once for each layer of points at a face, from the
  !> inside outwards, and fills what it writes with what it reads at the point or, where a stencil is declared, further inside
  !> along the normal: block%inward.
  subroutine cardon_add_boundary(thorn, name, procedure, reads, writes, scalars, flops, serial, flops_per_direction)
    type(cardon_thorn), intent(inout) :: thorn
    character(*), intent(in) :: name
    procedure(task) :: procedure
    character(*), intent(in), optional :: reads, writes, scalars
    real(c_double), intent(in), optional :: flops, flops_per_direction
    logical, intent(in), optional :: serial
    type(kept_text), target :: kept(4)
    type(task_options) :: options
    options%reads = address(kept(1), reads)
    options%writes = address(kept(2), writes)
    options%scalars = address(kept(3), scalars)
    if (present(flops)) options%flops = flops
    if (present(flops_per_direction)) options%flops_per_direction = flops_per_direction
    if (present(serial)) options%serial = merge(1, 0, serial)
    call c_add_boundary(thorn, c_text(name), c_funloc(procedure), options)
  end subroutine

  !> The smallest limit of all thorns counts. Without procedure it is the minimum of the scalar of this name, where steps are
  !> adaptive.
  subroutine cardon_limits_step(thorn, name, procedure)
    type(cardon_thorn), intent(inout) :: thorn
    character(*), intent(in) :: name
    procedure(step_limit), optional :: procedure
    if (present(procedure)) then
      call c_limits_step(thorn, c_text(name), c_funloc(procedure))
    else
      call c_limits_step(thorn, c_text(name), c_null_funptr)
    end if
  end subroutine

  !> For the radiative boundary: the field (or component) travels outwards as far_value + u(r - v t) / r; the speed v is that in
  !> a real parameter, or a number, such as "1.5".
  subroutine cardon_radiates(thorn, field, speed, far_value)
    type(cardon_thorn), intent(inout) :: thorn
    character(*), intent(in) :: field, speed
    real(c_double), intent(in) :: far_value
    call c_radiates(thorn, c_text(field), c_text(speed), far_value)
  end subroutine

  !> After cardon_radiates: the part that is not a wave falls off as 1 / r^power; for fields that the integrator advances.
  subroutine cardon_decays(thorn, field, power)
    type(cardon_thorn), intent(inout) :: thorn
    character(*), intent(in) :: field
    integer, intent(in) :: power
    call c_decays(thorn, c_text(field), power)
  end subroutine

  subroutine add_state_scalar(thorn, evolved, name, description, unit, start, components)
    type(cardon_thorn), intent(inout) :: thorn
    integer, intent(in) :: evolved
    character(*), intent(in) :: name, description
    character(*), intent(in), optional :: unit
    real(c_double), intent(in), optional :: start
    integer, intent(in), optional :: components
    type(kept_text), target :: kept(2)
    type(scalar_options) :: options
    options%description = address(kept(1), description)
    options%unit = address(kept(2), unit)
    if (present(start)) options%start = start
    if (present(components)) options%components = components
    call c_add_state_scalar(thorn, evolved, c_text(name), options)
  end subroutine

  subroutine add_field(thorn, role, name, description, unit, tensor, past_levels, no_boundary)
    type(cardon_thorn), intent(inout) :: thorn
    integer, intent(in) :: role
    character(*), intent(in) :: name, description
    character(*), intent(in), optional :: unit
    integer, intent(in), optional :: tensor, past_levels
    logical, intent(in), optional :: no_boundary
    type(kept_text), target :: kept(2)
    type(field_options) :: options
    options%description = address(kept(1), description)
    options%unit = address(kept(2), unit)
    if (present(tensor)) options%tensor = tensor
    if (present(past_levels)) options%past_levels = past_levels
    if (present(no_boundary)) options%no_boundary = merge(1, 0, no_boundary)
    call c_add_field(thorn, role, c_text(name), options)
  end subroutine

  function options_of(kept, description, unit, choices, above, at_least, below, at_most, steering, formerly) result(options)
    type(kept_text), intent(inout), target :: kept(4)
    character(*), intent(in) :: description
    character(*), intent(in), optional :: unit, choices, formerly
    real(c_double), intent(in), optional :: above, at_least, below, at_most
    integer, intent(in), optional :: steering
    type(parameter_options) :: options
    options%description = address(kept(1), description)
    options%unit = address(kept(2), unit)
    options%choices = address(kept(3), choices)
    options%formerly = address(kept(4), formerly)
    options%has_lower = merge(1, 0, present(above) .or. present(at_least))
    options%has_upper = merge(1, 0, present(below) .or. present(at_most))
    options%lower_open = merge(1, 0, present(above))
    options%upper_open = merge(1, 0, present(below))
    if (present(at_least)) options%lower = at_least
    if (present(above)) options%lower = above
    if (present(at_most)) options%upper = at_most
    if (present(below)) options%upper = below
    if (present(steering)) options%steering = steering
  end function

end module
