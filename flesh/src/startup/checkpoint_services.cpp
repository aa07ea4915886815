// SPDX-License-Identifier: Apache-2.0
#include "startup/checkpoint_services.hpp"

#include <cardon/kit/checkpoint/checkpoint_writer.hpp>

#include "machine/node_form.hpp"

namespace cardon {

CheckpointServices find_checkpoint_services(const ParameterSet& parameters,
                                            const ServiceCatalogue& catalogue,
                                            std::vector<Problem>& problems) {
  CheckpointServices services;
  constexpr const char* format = role_name<CheckpointFormat>;
  if (const auto* writer = catalogue.find_with(role_name<CheckpointWriter>, feature::standard)) {
    services.writer = writer->service.name;
    services.section = writer->service.section;
  }
  if (services.asked_by(parameters))
    attempt(problems, [&] {
      catalogue.require_with(format, feature::standard,
                             parameters.section(services.section).where());
    });
  if (const auto* standard = catalogue.find_with(format, feature::standard))
    services.format = standard->service.name;
  return services;
}

std::shared_ptr<CheckpointWriter> checkpoint_writer(const CheckpointServices& services,
                                                    const ServiceCatalogue& catalogue,
                                                    const ParameterSet& parameters) {
  if (!services.complete()) return nullptr;
  auto writer = catalogue.make<CheckpointWriter>(services.writer);
  writer->read(parameters);
  return writer;
}

}  // namespace cardon
