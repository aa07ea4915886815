// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/error.hpp>
#include <cardon/role_name.hpp>
#include <cardon/thorn_declaration.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

/// Services by role ("integrator") and name ("rk4").
class ServiceCatalogue {
 public:
  struct Entry {
    std::string thorn;
    ServiceDeclaration service;
  };

  /// Throws Error registry/duplicate-service if another thorn provides a service of the same role
  /// and name.
  void add(const ThornDeclaration& thorn);

  const std::vector<Entry>& entries() const { return entries_; }
  std::vector<const Entry*> of_role(std::string_view role) const;
  const Entry* find(std::string_view role, std::string_view name) const;
  /// As find. Throws Error registry/no-such-service listing the names of the role; `where` is the
  /// user's text.
  const Entry& require(std::string_view role, std::string_view name,
                       const Location& where = {}) const;

  /// A new object of the service: make<Integrator>("rk4").
  template <class Role>
  std::shared_ptr<Role> make(std::string_view name, const Location& where = {}) const {
    return std::static_pointer_cast<Role>(require(role_name<Role>, name, where).service.make());
  }

 private:
  std::vector<Entry> entries_;
};

}  // namespace cardon
