// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/field_file_reader.hpp>
#include <cardon/services/grid.hpp>
#include <cardon/thorn/data_grid.hpp>
#include <cardon/thorn/parameter_declaration.hpp>

namespace cardon {

/// The values of a data file where they are in the domain of a run. A file that does not say where
/// is spread over the domain like a grid of that many points. Throws Error "parameter/data-file",
/// without a place: other dimensions or another unit than wanted, values that are not finite or out
/// of the parameter's range, an origin or spacing that no point can be computed with, a grid that
/// reaches more than half a spacing of the file beyond its last point.
DataGrid place_data(FieldData data, const Grid& grid, const ParameterDeclaration& parameter);

}  // namespace cardon
