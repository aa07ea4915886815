// SPDX-License-Identifier: Apache-2.0
#include "page_on_demand.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "page_parameters.hpp"

namespace cardon {

void PageOnDemand::open(const StepSetup& setup) {
  setup_.emplace(setup);
  const ParameterSet& parameters = setup.parameters;
  const bool has_files = !std::string(parameters.get("page", page::certificate)).empty() ||
                         !std::string(parameters.get("page", page::key)).empty();
  const auto serve = parameters.get("page", page::serve);
  if (serve == "always" || (serve == "auto" && has_files)) load();
}

void PageOnDemand::record_in(const std::filesystem::path& run_folder) {
  if (!page_ && setup_->parameters.get("page", page::serve) != "never") {
    const bool wanted = setup_->transport.rank() == 0 && page_is_wanted(setup_->parameters);
    const std::byte mine{wanted ? std::uint8_t{1} : std::uint8_t{0}};
    if (setup_->transport.all_gather({&mine, 1}).front() == std::vector{std::byte{1}}) load();
  }
  if (page_) page_->record_in(run_folder);
}

void PageOnDemand::load() {
  page_ = setup_->make<RunPage>("page");
  page_->open(*setup_);
}

void PageOnDemand::conclude() {
  if (page_) page_->conclude();
}

StepReport PageOnDemand::report(double evolution) {
  return page_ ? page_->report(evolution) : StepReport{.activity = "live page"};
}

void PageOnDemand::paused(const StepView& step, bool now) {
  if (page_) page_->paused(step, now);
}

void PageOnDemand::steered(const SteeredRun& run) {
  if (page_) page_->steered(run);
}

}  // namespace cardon
