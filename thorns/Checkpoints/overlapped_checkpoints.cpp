// SPDX-License-Identifier: Apache-2.0
#include "overlapped_checkpoints.hpp"

#include <string>
#include <utility>

namespace cardon {

ParameterDeclaration OverlappedCheckpoints::interval() {
  ParameterDeclaration every =
      declare_interval("every", "Iterations, or simulated time, between checkpoints");
  every.steering = Steering::while_running;
  return every;
}

void OverlappedCheckpoints::read(const ParameterSet& parameters) {
  const SectionValues& values = parameters.section(section);
  every_.reset();
  if (values.has("every")) every_ = values.get<Interval>("every");
  wall_ = values.has("wall") ? values.get<Real>("wall") : 0;
  files_ = {.writers = values.get(writers),
            .keep = values.get(keep),
            .overlap = values.get(overlap) == "always"};
  const std::string word(values.get(on_stop));
  on_stop_ = word == "never" ? OnStop::never : word == "always" ? OnStop::always : OnStop::early;
  on_stop_given_ = on_stop_ == OnStop::always && values.given("on_stop");
}

std::vector<double> OverlappedCheckpoints::memory(const Machine& machine,
                                                  const std::vector<double>& copies) const {
  if (!every_ && wall_ <= 0 && on_stop_ != OnStop::always)
    return std::vector<double>(copies.size());
  std::vector<double> bytes = copies;
  for (const WriterGroup& group : writer_groups(machine, files_.writers))
    for (const int rank : group.ranks)
      if (rank != group.writer()) bytes[std::size_t(group.writer())] += copies[std::size_t(rank)];
  return bytes;
}

bool OverlappedCheckpoints::is_due(const CheckpointMoment& moment) {
  const bool by_interval = !moment.repeated && every_ && moment.iteration > 0 &&
                           setup_.reaches(*every_, moment.iteration);
  return by_interval || moment.asked || (moment.stopped && saves_on_stop()) ||
         (moment.last && wants_last(moment.iteration));
}

// Where nobody asks for it, it must not cost the run its end.
bool OverlappedCheckpoints::wants_last(long iteration) {
  if (on_stop_ != OnStop::always || iteration == setup_.first_iteration) return false;
  Problem lack{.slug = "checkpoint/no-room"};
  if (is_asked_for() || setup_.has_room(lack)) return true;
  lack.notes.push_back(lack.message);
  lack.message = "the final checkpoint was skipped for lack of memory";
  lack.help = "checkpoint.on_stop: always writes it nevertheless; early omits it";
  setup_.warn(lack);
  return false;
}

void OverlappedCheckpoints::save(CheckpointSnapshot snapshot) {
  if (!saver_) saver_ = std::make_unique<CheckpointSaver>(setup_, files_);
  saver_->begin(std::move(snapshot));
  poll();
}

void OverlappedCheckpoints::poll() {
  if (!saver_) return;
  saver_->poll();
  tell_failures();
}

void OverlappedCheckpoints::finish() {
  if (!saver_) return;
  saver_->finish();
  poll();
}

void OverlappedCheckpoints::tell_failures() {
  for (const Problem& problem : saver_->take_problems()) setup_.failed(problem);
}

}  // namespace cardon
