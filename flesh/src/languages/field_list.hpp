// SPDX-License-Identifier: Apache-2.0
// Fields, conditions and names as C and Fortran thorns write them: as text.
#pragma once
#include <cardon/thorn/thorn_declaration.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

/// "phi", "past(phi)", "past(phi, 2)", "next(phi)" or "rhs(phi)" behind which "with stencil(1)" or
/// "with stencil(2, 1, 0)" may follow. Throws Error (slug thorn/text).
FieldUse parse_field(std::string_view text);
/// Several of them with commas between; none for "".
std::vector<FieldUse> parse_fields(std::string_view text);
/// "total", "Other::total" or "lagged(total, 2)", and several of them with commas between. Throws
/// Error (slug thorn/text).
ScalarUse parse_scalar(std::string_view text);
std::vector<ScalarUse> parse_scalars(std::string_view text);
/// "order = 2, damp": a parameter without a value means that it is true. Throws Error (slug
/// thorn/text).
std::vector<Condition> parse_conditions(std::string_view text);
/// "a, b": what stands between commas outside of parentheses, without blanks around it. Throws
/// Error (slug thorn/text) if something is empty; "" is an empty list.
std::vector<std::string> parse_list(std::string_view text);

}  // namespace cardon
