// SPDX-License-Identifier: Apache-2.0
#include "startup/checkpoint_spec.hpp"

#include "machine/node_form.hpp"

namespace cardon {
namespace {

constexpr const char* section = "checkpoint";

CheckpointSpec::OnStop on_stop(const std::string& word) {
  if (word == "never") return CheckpointSpec::OnStop::never;
  return word == "always" ? CheckpointSpec::OnStop::always : CheckpointSpec::OnStop::early;
}

}  // namespace

CheckpointSpec read_checkpoint_section(const ParameterSet& parameters,
                                       const ServiceCatalogue& catalogue, Real dt,
                                       std::vector<Problem>& problems) {
  CheckpointSpec spec;
  if (parameters.has(section, "every"))
    spec.every = Cadence(parameters.get<Interval>(section, "every"), dt);
  if (parameters.has(section, "wall")) spec.wall = parameters.get<Real>(section, "wall");
  spec.keep = parameters.get<int>(section, "keep");
  spec.writers = parameters.get<int>(section, "writers");
  spec.on_stop = on_stop(parameters.get<std::string>(section, "on_stop"));
  spec.on_stop_given =
      spec.on_stop == CheckpointSpec::OnStop::always && parameters.given(section, "on_stop");
  spec.overlap = parameters.get<std::string>(section, "overlap") == "always";
  const Location where = parameters.section(section).where();
  if (parameters.given(section))
    attempt(problems,
            [&] { catalogue.require_with(role_name<CheckpointFormat>, feature::standard, where); });
  if (const auto* format = catalogue.find_with(role_name<CheckpointFormat>, feature::standard))
    spec.format = format->service.name;
  return spec;
}

}  // namespace cardon
