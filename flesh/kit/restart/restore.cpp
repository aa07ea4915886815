// SPDX-License-Identifier: Apache-2.0
#include "restart/restore.hpp"

#include <algorithm>
#include <cardon/kit/checkpoint/checkpoint_slots.hpp>
#include <cardon/kit/collective_or_throw.hpp>
#include <cardon/kit/grid/redistribute.hpp>
#include <functional>
#include <new>
#include <optional>

#include "checkpoint/checkpoint_folder.hpp"
#include "checkpoint/checkpoint_reader.hpp"
#include "checkpoint/hex_text.hpp"
#include "cores/memory_facts.hpp"
#include "restart/earlier_tables.hpp"
#include "restart/restart_check.hpp"
#include "restart/stored_parameters.hpp"
#include "restart/unique_strings.hpp"

namespace cardon {
namespace {

constexpr std::string_view table_help =
    "to use this one, restore the file, or copy the readable rows with "
    "output.on_damaged_table=salvage";

constexpr const char* other_scalars = "it has other scalars than this run";

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// What one rank found damaged, or else could not read; nothing: all is well everywhere.
std::optional<CheckpointDamage> agreed(const std::optional<CheckpointDamage>& mine,
                                       Transport& transport) {
  const std::string text = mine ? (mine->unreadable ? "?" : "!") + mine->what : "";
  std::optional<CheckpointDamage> first;
  for (const auto& bytes : transport.all_gather(std::as_bytes(std::span(text)))) {
    if (bytes.empty()) continue;
    const std::string found = text_of(bytes);
    const CheckpointDamage damage{.what = found.substr(1), .unreadable = found[0] == '?'};
    if (!first || (first->unreadable && !damage.unreadable)) first = damage;
  }
  return first;
}

Problem problem_of(const std::filesystem::path& checkpoint, const CheckpointDamage& damage) {
  Problem problem = damaged_problem(checkpoint, damage.what, damage.unreadable);
  if (damage.of_table) problem.help = "the previous checkpoint is used; " + std::string(table_help);
  return problem;
}

class Attempt {
 public:
  Attempt(const RestoredState& into, Warnings& warnings)
      : into_(into), warnings_(warnings), transport_(into.transport) {}

  /// Nothing: done. Where memory is refused to one rank, all throw.
  std::optional<CheckpointDamage> from(const RestartChoice& choice, std::size_t number) {
    const std::filesystem::path& checkpoint = choice.checkpoints[number];
    std::optional<CheckpointDamage> mine;
    LoadedBlocks blocks;
    // One rank reads for all, so that all have the same.
    const std::string text =
        text_of_rank(checkpoint / manifest_name, choice.manifest_ranks[number], transport_);
    collective_or_throw(transport_, [&] {
      try {
        blocks = load(text, checkpoint, choice.sights[number]);
      } catch (const CheckpointDamage& damage) {
        mine = damage;
      } catch (const std::bad_alloc&) {
        throw out_of_memory(0);
      }
    });
    std::optional<CheckpointDamage> damage = agreed(mine, transport_);
    if (!damage) damage = read_tables(choice.run);
    if (!damage) take(blocks);
    return damage;
  }

  const CheckpointManifest& manifest() const { return manifest_; }
  std::map<std::string, std::string>&& take_tables() { return std::move(tables_); }

 private:
  LoadedBlocks load(const std::string& manifest, const std::filesystem::path& checkpoint,
                    const FileVisibility& sight) {
    manifest_ = checkpoint_manifest(manifest);
    readers_ = readers_of(manifest_, into_.machine, sight);
    LoadedBlocks blocks =
        load_blocks(checkpoint, manifest_, readers_, transport_.rank(), into_.program);
    state_ = bytes_of_hex(manifest_.scalars);
    const std::vector<std::string> states = state_names(into_.program);
    if (manifest_.states && *manifest_.states != states)
      throw CheckpointDamage{.what = other_scalars};
    if (state_.size() != into_.scalar_bytes) {
      if (!states.empty()) throw CheckpointDamage{.what = other_scalars};
      state_.clear();
    }
    return blocks;
  }

  std::optional<CheckpointDamage> read_tables(const std::filesystem::path& run) {
    EarlierTables found = read_earlier_tables(run, manifest_.tables, into_.machine, transport_);
    tables_ = std::move(found.texts);
    if (found.damage.empty()) return {};
    if (into_.parameters.get<std::string>("output", "on_damaged_table") == "refuse")
      return CheckpointDamage{.what = found.damage.front(), .of_table = true};
    for (const std::string& damage : found.damage)
      warnings_.add({.slug = "restart/table-damaged",
                     .message = damage,
                     .notes = {"readable rows are copied; they may be wrong"}});
    return {};
  }

  void take(const LoadedBlocks& blocks) {
    BlockStorages from;
    for (const auto& [number, storage] : blocks) from[number] = storage.get();
    const RankMoves moves =
        plan_moves(readers_, owners_of(into_.storage.layout()), transport_.rank());
    move_points(moves, stored_slots(), from, into_.storage.storages(), transport_);
    into_.storage.fill_images();
    if (!state_.empty()) into_.restore_scalars(state_, manifest_.iteration);
  }

  std::vector<plan::Slot> stored_slots() const {
    std::vector<plan::Slot> slots = checkpoint_slots(into_.program);
    std::erase_if(slots, [&](const plan::Slot& slot) {
      const std::string name = into_.program.fields[std::size_t(slot.field)].full_name();
      return std::none_of(manifest_.fields.begin(), manifest_.fields.end(),
                          [&](const StoredField& stored) {
                            return stored.name == name && stored.level == slot.level;
                          });
    });
    return slots;
  }

  const RestoredState& into_;
  Warnings& warnings_;
  Transport& transport_;
  CheckpointManifest manifest_;
  BoxOwners readers_;
  std::vector<std::byte> state_;
  std::map<std::string, std::string> tables_;
};

/// False: there is none that computes the same. What is wrong with others is passed over.
bool go_over_to_older_run(const RestoredState& into, RestartChoice& choice,
                          const std::function<void(const Problem&)>& pass_over) {
  while (true) {
    const bool found = choose_older_run(choice, into.transport);
    for (const Problem& problem : choice.warnings) pass_over(problem);
    if (!found) return false;
    std::vector<Problem> other;
    changes_since(choice.manifest.parameters, into.parameters, other);
    check_restart(choice, into.program, into.last_iteration, true, other);
    if (other.empty()) return true;
    pass_over(damaged_problem(choice.run, other.front().message));
  }
}

/// It was checked before that nothing has changed that must not.
std::vector<std::string> legal_changes(const CheckpointManifest& before,
                                       const ParameterSet& parameters) {
  std::vector<Problem> known;
  return changes_since(before.parameters, parameters, known);
}

}  // namespace

RestoredRun restore(RestartChoice choice, const RestoredState& into, Warnings& warnings) {
  Problem none{.slug = "restart/no-checkpoint",
               .message = "no checkpoint in " + choice.run.string() + " can be used",
               .help = "start a new run without --restart"};
  const auto pass_over = [&](const Problem& problem) {
    warnings.add(problem);
    none.notes.push_back(problem.message);
  };
  do {
    for (std::size_t n = 0; n < choice.checkpoints.size(); ++n) {
      Attempt attempt(into, warnings);
      if (const std::optional<CheckpointDamage> damage = attempt.from(choice, n)) {
        pass_over(problem_of(choice.checkpoints[n], *damage));
        if (damage->of_table) none.help = table_help;
        continue;
      }
      return {choice.run, attempt.manifest(),
              std::make_shared<std::map<std::string, std::string>>(attempt.take_tables()),
              legal_changes(choice.manifest, into.parameters)};
    }
  } while (go_over_to_older_run(into, choice, pass_over));
  throw Error(none);
}

}  // namespace cardon
