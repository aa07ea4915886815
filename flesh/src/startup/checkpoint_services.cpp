// SPDX-License-Identifier: Apache-2.0
#include "startup/checkpoint_services.hpp"

#include <cardon/kit/checkpoint/checkpoint_writer.hpp>

#include "machine/node_form.hpp"
#include "startup/checked_run.hpp"

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

std::shared_ptr<CheckpointWriter> checkpoint_writer(const CheckedRun& run) {
  if (!run.checkpoint.complete()) return nullptr;
  auto writer = run.library.catalogue.make<CheckpointWriter>(run.checkpoint.writer);
  writer->read(*run.parameters);
  return writer;
}

}  // namespace cardon
