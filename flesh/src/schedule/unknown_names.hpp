// SPDX-License-Identifier: Apache-2.0
// Names in declarations that lead nowhere, and what may have been meant.
#pragma once
#include <string>

#include "schedule/schedule_builder.hpp"

namespace cardon {

/// "Other::rho" in two parts; a short name belongs to the thorn that uses it.
struct QualifiedName {
  std::string thorn;
  std::string name;
};
QualifiedName qualify(const std::string& name, const ThornDeclaration& user);

bool is_active(const ScheduleBuilder& builder, const std::string& thorn);

/// `verb` is "reads" or "writes".
Problem unknown_field(const ScheduleBuilder& builder, const DeclaredTask& task,
                      const std::string& verb, const std::string& use);
Problem unknown_scalar(const ScheduleBuilder& builder, const DeclaredTask& task,
                       const std::string& verb, const std::string& use);
/// `relation` is "before" or "after".
Problem unknown_task(const ScheduleBuilder& builder, const DeclaredTask& task,
                     const std::string& relation, const std::string& use);

}  // namespace cardon
