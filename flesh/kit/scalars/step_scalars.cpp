// SPDX-License-Identifier: Apache-2.0
#include "scalars/step_scalars.hpp"

#include <algorithm>
#include <cardon/kit/message_tags.hpp>
#include <cardon/thorn/error.hpp>
#include <cstring>
#include <utility>

#include "grid/scalar_task.hpp"
#include "scalars/reduction_kind.hpp"

namespace cardon {
namespace {

/// One value in a checkpoint.
struct StoredValue {
  std::int64_t step = -1;  // none
  double value = 0;
  std::int32_t position[3] = {0, 0, 0};
  std::int32_t unused = 0;
};

long owned_blocks(const Decomposition& decomposition, int rank) {
  long blocks = 0;
  for (std::size_t b = 0; b < decomposition.owned.size(); ++b)
    if (decomposition.rank_of_block[b] == rank && !decomposition.owned[b].empty()) ++blocks;
  return blocks;
}

/// Those that a task of a step, or of Initial, reduces.
bool is_reduced_in_steps(const Program& program, int scalar) {
  return std::any_of(program.tasks.begin(), program.tasks.end(), [&](const Task& task) {
    return !only_looks(task.bin) &&
           std::find(task.scalars.begin(), task.scalars.end(), scalar) != task.scalars.end();
  });
}

}  // namespace

StepScalars::StepScalars(const Program& program, Driver& driver, FieldAccess& fields,
                         Transport& transport)
    : driver_(driver), fields_(fields), transport_(transport) {
  for (const ScalarInfo& scalar : program.scalars)
    if (is_reduced_in_steps(program, scalar.id))
      slots_.push_back({scalar.id, reduction_kind_with_position(scalar.kind), scalar.start});
  add_users(program);
}

void StepScalars::add_users(const Program& program) {
  for (Slot& slot : slots_) {
    const auto add = [&](const Task& task) {
      for (const ScalarRead& read : task.reads_scalars) {
        if (read.scalar != slot.scalar) continue;
        slot.same_step = slot.same_step || read.lag == 0;
        slot.min_lag = slot.min_lag == 0 ? read.lag : std::min(slot.min_lag, read.lag);
        slot.max_lag = std::max(slot.max_lag, read.lag);
      }
    };
    for (const Task& task : program.tasks) add(task);
    for (const auto* list : {&program.initial_scalars, &program.step_scalars})
      for (const ScalarTask& scalars : *list) add(scalars.task);
    if (!slot.same_step) min_lag_ = min_lag_ == 0 ? slot.min_lag : std::min(min_lag_, slot.min_lag);
  }
}

const StepScalars::Slot* StepScalars::slot_of(int scalar) const {
  for (const Slot& slot : slots_)
    if (slot.scalar == scalar) return &slot;
  return nullptr;
}

void StepScalars::add_row(int scalar, std::span<const Real> row, const Index3& first, long step) {
  const auto slot = std::size_t(slot_of(scalar) - slots_.data());
  parts_.use([&](Parts& parts) {
    auto part = parts.find({slot, step});
    if (part == parts.end()) part = parts.emplace(std::pair{slot, step}, empty(slots_[slot])).first;
    part->second.add_row(row.data(), int(row.size()), first);
  });
}

ReducedValue StepScalars::value(const ScalarRead& read, long step) const {
  const Slot& slot = *slot_of(read.scalar);
  const auto after = slot.history.upper_bound(step - read.lag);
  if (after != slot.history.begin()) return std::prev(after)->second;
  // In the first steps that of Initial, where there is one.
  const bool initial = !slot.history.empty() && slot.history.begin()->first == 0;
  return initial ? slot.history.begin()->second : ReducedValue{slot.start};
}

Real StepScalars::latest(int scalar) const {
  const Slot& slot = *slot_of(scalar);
  return slot.history.empty() ? slot.start : slot.history.rbegin()->second.value;
}

// Same-step scalars.

bool StepScalars::must_wait(const Task& task) const {
  return std::any_of(task.reads_scalars.begin(), task.reads_scalars.end(),
                     [&](const ScalarRead& read) {
                       return read.lag == 0 && slot_of(read.scalar) != nullptr &&
                              reduced_.count(std::size_t(slot_of(read.scalar) - slots_.data())) > 0;
                     });
}

void StepScalars::note(const Task& task) {
  if (only_looks(task.bin)) return;
  for (const int scalar : task.scalars)
    if (const Slot* slot = slot_of(scalar)) reduced_.insert(std::size_t(slot - slots_.data()));
}

void StepScalars::combine(long step) {
  std::vector<std::size_t> slots;
  for (const std::size_t slot : reduced_)
    if (slots_[slot].same_step) slots.push_back(slot);
  for (const std::size_t slot : slots) reduced_.erase(slot);
  const std::vector<Bytes> all = transport_.all_gather(take(slots, step));
  record(slots, merged(slots, all), step);
}

Reduction StepScalars::take(std::size_t slot, long step) {
  Reduction all = empty(slots_[slot]);
  parts_.visit([&](Parts& parts) {
    if (const auto part = parts.extract({slot, step})) all.merge(part.mapped());
  });
  return all;
}

StepScalars::Bytes StepScalars::take(const std::vector<std::size_t>& slots, long step) {
  Bytes bytes(bytes_of(slots));
  std::byte* out = bytes.data();
  for (const std::size_t slot : slots) {
    const Reduction mine = take(slot, step);
    mine.to_bytes(out);
    out += mine.byte_size();
  }
  return bytes;
}

std::size_t StepScalars::bytes_of(const std::vector<std::size_t>& slots) const {
  std::size_t bytes = 0;
  for (const std::size_t slot : slots) bytes += empty(slots_[slot]).byte_size();
  return bytes;
}

StepScalars::Bytes StepScalars::merged(const std::vector<std::size_t>& slots,
                                       std::span<const Bytes> parts) const {
  Bytes total(bytes_of(slots));
  std::size_t at = 0;
  for (const std::size_t slot : slots) {
    Reduction sum = empty(slots_[slot]);
    for (const Bytes& bytes : parts) sum.merge_bytes(bytes.data() + at);
    sum.to_bytes(total.data() + at);
    at += sum.byte_size();
  }
  return total;
}

void StepScalars::record(const std::vector<std::size_t>& slots, const Bytes& total, long step) {
  const std::byte* in = total.data();
  for (const std::size_t number : slots) {
    Slot& slot = slots_[number];
    Reduction sum = empty(slot);
    sum.merge_bytes(in);
    in += sum.byte_size();
    ReducedValue found{sum.value(slot.kind)};
    if (sum.count() == 0)
      found.position = of_nothing;
    else if (slot.kind == ReductionKind::minloc || slot.kind == ReductionKind::maxloc)
      found.position = *sum.location(slot.kind);
    slot.history[step] = found;
  }
}

// Lagging scalars.

void StepScalars::begin_step(long step) {
  const long needed = std::max(0L, step - min_lag_);
  while (!rounds_.empty() && rounds_.front().step <= needed) conclude_first();
  forget(step);
}

void StepScalars::end_step(long step) {
  const bool late = std::any_of(reduced_.begin(), reduced_.end(),
                                [&](std::size_t slot) { return slots_[slot].same_step; });
  if (late) {  // reduced in this step, and read in later ones only
    driver_.finish();
    combine(step);
  }
  if (!reduced_.empty()) begin_round(step);
  progress();
}

void StepScalars::begin_round(long step) {
  Round& round = rounds_.emplace_back();
  round.step = step;
  round.slots.assign(reduced_.begin(), reduced_.end());
  reduced_.clear();
  const std::size_t capacity = bytes_of(round.slots);
  const int tag = message_tag::step_scalars + 2 * int(rounds_begun_++ % (min_lag_ + 1));
  round.agreement = std::make_unique<Agreement>(
      transport_, tag, capacity,
      [this, slots = round.slots](const Agreement::Reports& reports, bool) -> std::optional<Bytes> {
        return merged(slots, reports);
      });
  round.blocks_left = owned_blocks(driver_.decomposition(), transport_.rank());
  fields_.visit_when_current([this, step](const FieldAccess::BlockView&) {
    for (Round& r : rounds_)
      if (r.step == step) --r.blocks_left;
  });
}

void StepScalars::progress() {
  for (Round& round : rounds_) {
    if (!round.reported && round.blocks_left == 0) {
      round.agreement->report(take(round.slots, round.step));
      round.reported = true;
    }
    if (!round.reported) return;
    round.agreement->progress();
  }
}

void StepScalars::conclude_first() {
  progress();
  if (!rounds_.front().reported) {
    driver_.finish();
    progress();
  }
  Round& round = rounds_.front();
  const Bytes total = round.agreement->conclude([this] { driver_.finish(); });
  round.agreement->close();
  record(round.slots, total, round.step);
  rounds_.pop_front();
}

void StepScalars::settle() {
  while (!rounds_.empty()) conclude_first();
}

void StepScalars::go_back(long step) {
  for (Slot& slot : slots_) slot.history.erase(slot.history.upper_bound(step), slot.history.end());
  parts_.visit([&](Parts& parts) {
    std::erase_if(parts, [&](const auto& part) { return part.first.second > step; });
  });
  reduced_.clear();
}

void StepScalars::forget(long step) {
  for (Slot& slot : slots_) {
    const auto after = slot.history.upper_bound(step - slot.max_lag - remembered_);
    if (after != slot.history.begin()) slot.history.erase(slot.history.begin(), std::prev(after));
  }
}

// Checkpoints.

std::size_t StepScalars::state_bytes() const {
  std::size_t values = 0;
  for (const Slot& slot : slots_) values += std::size_t(slot.max_lag) + 1;
  return values * sizeof(StoredValue);
}

std::vector<std::byte> StepScalars::state() const {
  std::vector<StoredValue> stored;
  for (const Slot& slot : slots_) {
    auto entry = slot.history.rbegin();
    for (int n = 0; n <= slot.max_lag; ++n) {
      StoredValue& value = stored.emplace_back();
      if (entry == slot.history.rend()) continue;
      value.step = entry->first;
      value.value = entry->second.value;
      std::copy(entry->second.position.begin(), entry->second.position.end(), value.position);
      ++entry;
    }
  }
  std::vector<std::byte> bytes(state_bytes());
  if (!bytes.empty()) std::memcpy(bytes.data(), stored.data(), bytes.size());
  return bytes;
}

void StepScalars::restore(std::span<const std::byte> bytes) {
  const std::byte* in = bytes.data();
  for (Slot& slot : slots_) {
    slot.history.clear();
    for (int n = 0; n <= slot.max_lag; ++n, in += sizeof(StoredValue)) {
      StoredValue value;
      std::memcpy(&value, in, sizeof value);
      if (value.step >= 0)
        slot.history[long(value.step)] = {
            value.value, {value.position[0], value.position[1], value.position[2]}};
    }
  }
}

}  // namespace cardon
