// SPDX-License-Identifier: Apache-2.0
// The one header of service thorns: thorn.hpp and the interfaces a service can implement.
#pragma once
#include <cardon/emulation/compute_emulator.hpp>
#include <cardon/emulation/link_emulator.hpp>
#include <cardon/plan/row_watch.hpp>
#include <cardon/services/boundary.hpp>
#include <cardon/services/checkpoint_format.hpp>
#include <cardon/services/codec.hpp>
#include <cardon/services/driver.hpp>
#include <cardon/services/feature.hpp>
#include <cardon/services/field_file_reader.hpp>
#include <cardon/services/integrator.hpp>
#include <cardon/services/lazy_services.hpp>
#include <cardon/services/output.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/rank_threads.hpp>
#include <cardon/services/role_name.hpp>
#include <cardon/services/step_service.hpp>
#include <cardon/services/transport.hpp>
#include <cardon/services/transport_facts.hpp>
#include <cardon/thorn.hpp>
#include <cardon/thorn/error.hpp>

namespace cardon {

/// Continues provide(): the parameter section of a service.
class ServiceBuilder {
 public:
  /// Adds to `service`, which must outlive the builder.
  explicit ServiceBuilder(ServiceDeclaration& service) : service_(&service) {}
  /// The service reads parameters from this section, such as "output.slices".
  ServiceBuilder& section(std::string_view path) {
    service_->section = path;
    return *this;
  }
  /// The section may be a list, one service per entry.
  ServiceBuilder& repeatable() {
    service_->repeatable = true;
    return *this;
  }
  /// Parameters of the section, as in ThornBuilder::parameters().
  template <class... Parameters>
  ServiceBuilder& parameters(const Parameters&... parameters) {
    (service_->parameters.push_back(declare(parameters)), ...);
    return *this;
  }
  /// A parameter that the service reads from a section of others: shares("time.stop", wall).
  template <class One>
  ServiceBuilder& shares(std::string_view section, const One& parameter) {
    service_->shared_parameters.push_back({std::string(section), declare(parameter)});
    return *this;
  }
  /// A word of feature.hpp: feature(feature::standard).
  ServiceBuilder& feature(std::string_view word) {
    service_->features.emplace_back(word);
    return *this;
  }
  /// Suggests, for a codec, a chain with it, such as {"shuffle", "zstd-1"}, that a tuner may try if
  /// the user names none. The chain is left out if another codec of the chain is not installed.
  ServiceBuilder& suggests(std::vector<std::string> chain) {
    service_->chains.push_back(std::move(chain));
    return *this;
  }

 private:
  ServiceDeclaration* service_;
};

/// provide<Integrator, RungeKutta4>(thorn, "rk4", "Classical Runge-Kutta, order 4") registers a
/// service by role and name. `arguments` are copied and given to its constructor.
template <class Role, class Implementation, class... Arguments>
ServiceBuilder provide(ThornBuilder& thorn, std::string_view name, std::string_view description,
                       const Arguments&... arguments) {
  ServiceDeclaration service;
  service.role = role_name<Role>;
  service.name = name;
  service.description = description;
  service.make = [=]() -> std::shared_ptr<void> {
    return std::static_pointer_cast<void>(
        std::shared_ptr<Role>(std::make_shared<Implementation>(arguments...)));
  };
  thorn.declaration().services.push_back(std::move(service));
  return ServiceBuilder(thorn.declaration().services.back());
}

/// provide_lazily<Output>(thorn, "fields", "Fields as HDF5 files"): like provide(), for an
/// implementation that needs libraries which few runs use. It lies in LAZY_SOURCES of
/// cardon_thorn(), where CARDON_LAZY_SERVICES names it, and is loaded, with LAZY_LIBRARIES, when
/// the service is first made. What that cannot do is an Error registry/thorn-broken.
template <class Role>
ServiceBuilder provide_lazily(ThornBuilder& thorn, std::string_view name,
                              std::string_view description) {
  ServiceDeclaration service;
  service.role = role_name<Role>;
  service.name = name;
  service.description = description;
  thorn.declaration().services.push_back(std::move(service));
  return ServiceBuilder(thorn.declaration().services.back());
}

}  // namespace cardon
