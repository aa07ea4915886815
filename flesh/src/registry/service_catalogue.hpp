// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/feature.hpp>
#include <cardon/services/role_name.hpp>
#include <cardon/thorn/error.hpp>
#include <cardon/thorn/thorn_declaration.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

/// Whether the service has the feature (feature.hpp).
bool has_feature(const ServiceDeclaration& service, std::string_view feature);

/// Services by role ("integrator") and name ("rk4").
class ServiceCatalogue {
 public:
  struct Entry {
    std::string thorn;
    ServiceDeclaration service;
  };

  /// Throws Error registry/duplicate-service if another thorn provides a service of the same role
  /// and name, or is the standard one of its role as well.
  void add(const ThornDeclaration& thorn);

  const std::vector<Entry>& entries() const { return entries_; }
  std::vector<const Entry*> of_role(std::string_view role) const;
  const Entry* find(std::string_view role, std::string_view name) const;
  /// As find. Throws Error registry/no-such-service listing the names of the role; `where` is the
  /// user's text.
  const Entry& require(std::string_view role, std::string_view name,
                       const Location& where = {}) const;

  /// The first service of the role that has the feature (feature.hpp); null: there is none.
  const Entry* find_with(std::string_view role, std::string_view feature) const;
  /// As find_with. Throws Error registry/no-such-service if there is none.
  const Entry& require_with(std::string_view role, std::string_view feature,
                            const Location& where = {}) const;

  /// A new object of the service: make<Integrator>("rk4").
  template <class Role>
  std::shared_ptr<Role> make(std::string_view name, const Location& where = {}) const {
    return std::static_pointer_cast<Role>(require(role_name<Role>, name, where).service.make());
  }
  /// A new object of the standard service of its role.
  template <class Role>
  std::shared_ptr<Role> make_standard(const Location& where = {}) const {
    const Entry& entry = require_with(role_name<Role>, feature::standard, where);
    return std::static_pointer_cast<Role>(entry.service.make());
  }

 private:
  void refuse_duplicate(const std::string& thorn, const ServiceDeclaration& service) const;
  std::vector<Entry> entries_;
};

}  // namespace cardon
