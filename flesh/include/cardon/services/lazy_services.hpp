// SPDX-License-Identifier: Apache-2.0
// Services whose code is loaded when the first of them is made.
#pragma once
#include <cardon/services/role_name.hpp>
#include <cardon/thorn/thorn_entry.hpp>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace cardon {

/// An implementation in the lazy module of a thorn; see CARDON_LAZY_SERVICES.
struct LazyService {
  std::string_view role,  ///< as role_name
      name;               ///< as in parameter files
  /// Makes an instance of the class of the role.
  std::shared_ptr<void> (*make)();
};

/// lazy_service<Output, FieldOutput>("fields"): the implementation of what the thorn declares by
/// provide_lazily<Output>(thorn, "fields", ...).
template <class Role, class Implementation>
LazyService lazy_service(std::string_view name) {
  return {role_name<Role>, name, []() -> std::shared_ptr<void> {
            return std::static_pointer_cast<void>(
                std::shared_ptr<Role>(std::make_shared<Implementation>()));
          }};
}

}  // namespace cardon

/// What a lazy module shows of itself, under the name cardon_lazy_entry.
struct CardonLazyEntry {
  int abi;  ///< cardon_abi of the headers it was compiled with
  /// What the module implements.
  std::span<const cardon::LazyService> (*services)();
};

/// Once in LAZY_SOURCES of cardon_thorn(): the services that they implement, as lazy_service().
#define CARDON_LAZY_SERVICES(...)                                           \
  static std::span<const cardon::LazyService> cardon_services_of_module() { \
    static const std::vector<cardon::LazyService> services{__VA_ARGS__};    \
    return services;                                                        \
  }                                                                         \
  extern "C" __attribute__((visibility("default")))                         \
  const CardonLazyEntry cardon_lazy_entry = {cardon::abi, &cardon_services_of_module}
