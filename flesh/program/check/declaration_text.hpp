// SPDX-License-Identifier: Apache-2.0
// What a task declares, in the words of the thorn.
#pragma once
#include <string>

#include "check/probe_findings.hpp"

namespace cardon {

/// As the thorn writes it: phi, past(phi), past(phi, 2), next(phi), rhs(phi).
std::string field_text(const Binding& b);
/// The field that the task declares: components are declared together.
std::string group_name(const TaskFindings& f, const Binding& b);
/// The argument of reads() or writes().
std::string declaration_text(const TaskFindings& f, const Binding& b);
/// stencil(2), stencil(2, 0, 1), or nothing for a read at the point. Directions that the grid does
/// not have do not count.
std::string stencil_text(const Index3& radius, int dimensions);
/// As in C and Fortran, then as in C++.
std::string reads_text(const TaskFindings& f, const SlotFindings& s, const Index3& radius);

}  // namespace cardon
