// SPDX-License-Identifier: Apache-2.0
// What declarations are called in lists and descriptions.
#pragma once
#include <cardon/services/parameter_section.hpp>
#include <cardon/services/section_values.hpp>
#include <cardon/thorn/thorn_declaration.hpp>
#include <string>

namespace cardon::cli {

std::string role_text(Role role);
std::string tensor_text(Tensor tensor);
/// "sum"; "evolved" or "set by tasks" of one that is not reduced over the grid.
std::string scalar_kind_text(const ScalarDeclaration& scalar);
/// "reads phi (1), pi; writes rhs(phi)"
std::string access_text(const TaskDeclaration& task);
/// "every 10 steps, when initial = gaussian", or "".
std::string condition_text(const TaskDeclaration& task);
/// What the parameter is in this run, or its default.
std::string value_text(const ParameterDeclaration& parameter, const SectionValues* values);

}  // namespace cardon::cli
