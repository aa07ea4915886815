// SPDX-License-Identifier: Apache-2.0
#include "loop/step_services.hpp"

#include "base/message_tags.hpp"
#include "cardon/services/timings.hpp"

namespace cardon {

StepServices::StepServices(const CheckedRun& setup, Driver& driver, FieldAccess& fields,
                           Transport& transport, long first) {
  int tag = message_tag::step_services;
  for (const auto* entry : setup.library.catalogue.of_role(role_name<StepService>)) {
    if (tag + 2 > message_tag::drivers) throw Bug("more step services than message tags");
    entries_.push_back({setup.library.catalogue.make<StepService>(entry->service.name)});
    entries_.back().service->open({setup.program, *setup.parameters, driver, fields, transport, tag,
                                   first, setup.last_iteration});
    tag += 2;
  }
}

void StepServices::record_in(const std::filesystem::path& run_folder) {
  for (Entry& entry : entries_) entry.service->record_in(run_folder);
}

StepOrder StepServices::after_step(const StepView& step) {
  StepOrder all;
  for (Entry& entry : entries_) {
    const double start = seconds_now();
    const StepOrder order = entry.service->after_step(step);
    if (step.iteration > 0) entry.seconds += seconds_now() - start;
    if (all.stop.empty()) all.stop = order.stop;
    all.checkpoint = all.checkpoint || order.checkpoint;
    all.replan = all.replan || order.replan;
  }
  return all;
}

void StepServices::before_checkpoint(const StepView& step) {
  for (Entry& entry : entries_) entry.service->before_checkpoint(step);
}

void StepServices::conclude() {
  for (Entry& entry : entries_) entry.service->conclude();
}

std::vector<std::pair<std::string, double>> StepServices::seconds() const {
  std::vector<std::pair<std::string, double>> all;
  for (const Entry& entry : entries_) all.emplace_back(entry.service->activity(), entry.seconds);
  return all;
}

double StepServices::total_seconds() const {
  double sum = 0;
  for (const Entry& entry : entries_) sum += entry.seconds;
  return sum;
}

}  // namespace cardon
