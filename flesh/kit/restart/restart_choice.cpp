// SPDX-License-Identifier: Apache-2.0
#include "restart/restart_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "checkpoint/checkpoint_folder.hpp"
#include "files/folder_lock.hpp"
#include "restart/earlier_runs.hpp"
#include "restart/unique_strings.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;
using Problems = std::vector<Problem>;

[[noreturn]] void throw_none(const std::string& message, const Problems& damaged) {
  Problem problem{.slug = "restart/no-checkpoint", .message = message};
  for (const Problem& one : damaged) problem.notes.push_back(one.message);
  problem.help =
      "name a run folder or a checkpoint, such as runs/wave/0001/checkpoints/it000200, or start "
      "a new run without --restart";
  throw Error(problem);
}

/// What `--restart` names.
struct Target {
  enum Kind : char { nothing = 'n', latest = 'l', run = 'r', checkpoint = 'c' } kind = nothing;
  fs::path path;
  std::string text() const { return std::string(1, kind) + path.string(); }
};

Target target_of(const std::string& wanted) {
  if (wanted == "latest") return {Target::latest, {}};
  fs::path path(wanted);
  std::error_code ignored;
  if (path.filename().empty()) path = path.parent_path();
  if (fs::is_symlink(path, ignored)) path = fs::canonical(path, ignored);
  if (!fs::is_directory(path, ignored)) return {Target::nothing, path};
  if (fs::exists(path / manifest_name, ignored) || checkpoint_iteration(path))
    return {Target::checkpoint, path};
  return {Target::run, path.filename() == checkpoints_name ? path.parent_path() : path};
}

std::string lines(const std::vector<std::string>& all) {
  std::string text;
  for (const std::string& line : all) text += line + '\n';
  return text;
}

std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> all;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = text.find('\n', start);
    all.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return all;
}

char state_letter(const FolderUser& user) {
  switch (user.state) {
    case FolderUser::State::ended:
      return 'e';
    case FolderUser::State::unknown:
      return 'u';
    case FolderUser::State::going:
      break;
  }
  return 'g';
}

class CheckpointChooser {
 public:
  /// Null: what can be told on one computer.
  explicit CheckpointChooser(Transport* transport) : transport_(transport) {}

  RestartChoice choose(const std::string& wanted, const LatestRuns& latest) {
    const Target target = agreed(target_of(wanted));
    RestartChoice choice;
    choice.older = runs(target, latest);
    if (target.kind == Target::checkpoint) {
      choice.run = target.path.parent_path().parent_path();
      if (take(target.path.parent_path(), {see_checkpoint(target.path)}, choice)) return choice;
      throw_none(target.path.string() + " cannot be used", choice.warnings);
    }
    if (next(choice)) return choice;
    if (target.kind != Target::run)
      warn_of_unreadable(target.kind == Target::latest ? latest.folder() : target.path,
                         choice.warnings);
    if (target.kind == Target::nothing && choice.warnings.empty())
      throw_none("there is no folder " + wanted, {});
    const std::string none = choice.warnings.empty() ? "there is no checkpoint"
                                                     : "there is no checkpoint that can be used";
    throw_none(target.kind == Target::latest
                   ? none + " " + latest.places() + ", where latest looks for them"
                   : none + " in " + wanted,
               choice.warnings);
  }

  /// Goes over to the next run that has checkpoints. What is wrong with those passed over is added.
  bool next(RestartChoice& choice) {
    while (!choice.older.empty()) {
      choice.run = choice.older.front();
      choice.older.erase(choice.older.begin());
      const fs::path checkpoints = choice.run / checkpoints_name;
      if (take(checkpoints, see_checkpoints(checkpoints), choice)) return true;
    }
    return false;
  }

 private:
  UniqueStrings gather(const std::string& mine) const {
    return transport_ == nullptr ? UniqueStrings{{mine}, {0}, {}}
                                 : distinct_texts(mine, *transport_);
  }

  /// That of the lowest rank that sees it.
  Target agreed(const Target& mine) const {
    for (const std::string& text : gather(mine.text()).texts)
      if (text.front() != Target::nothing) return {Target::Kind(text.front()), text.substr(1)};
    return mine;
  }

  std::vector<fs::path> runs(const Target& target, const LatestRuns& latest) const {
    if (target.kind == Target::nothing || target.kind == Target::checkpoint) return {};
    const bool is_latest = target.kind == Target::latest;
    if (!is_latest && transport_ == nullptr) return {target.path};
    const auto mine = is_latest ? latest.seen() : chain_of_runs(target.path.string());
    std::vector<std::string> all;
    for (const std::string& text : gather(lines(mine)).texts)
      for (const std::string& line : lines_in(text))
        if (std::find(all.begin(), all.end(), line) == all.end()) all.push_back(line);
    if (is_latest) all = LatestRuns::sorted(all);
    return {all.begin(), all.end()};
  }

  /// The checkpoints of one run, of which this rank sees `mine`. False: none can be used.
  bool take(const fs::path& folder, const std::vector<SeenCheckpoint>& mine,
            RestartChoice& choice) const {
    const UniqueStrings gathered = gather(to_text(mine));
    // By iteration, the newest first: what each storage has.
    std::map<std::pair<long, std::string>, std::vector<SeenCheckpoint>, std::greater<>> all;
    for (std::size_t v = 0; v < gathered.texts.size(); ++v)
      for (const SeenCheckpoint& seen : seen_checkpoints(gathered.texts[v])) {
        auto& views = all[{checkpoint_iteration(seen.name).value_or(0), seen.name}];
        views.resize(gathered.texts.size());
        views[v] = seen;
      }
    choice.checkpoints.clear();
    choice.sights.clear();
    choice.manifest_ranks.clear();
    warn_of_unreadable(folder, choice.warnings);
    for (const auto& [name, views] : all) consider(folder, views, gathered, choice);
    if (choice.checkpoints.empty()) return false;
    warn_of_user(choice);
    return true;
  }

  /// Of a folder that does not tell what is in it.
  void warn_of_unreadable(const fs::path& folder, std::vector<Problem>& warnings) const {
    std::error_code code;
    const fs::directory_iterator tried(folder, code);
    const bool missing = code == std::errc::no_such_file_or_directory;
    for (const std::string& why : gather(code && !missing ? code.message() : "").texts)
      if (!why.empty())
        warnings.push_back(
            {.slug = "restart/unreadable",
             .message = fmt::format("the folder {} cannot be read: {}", folder.string(), why),
             .help = "its owner can make it readable: chmod -R a+rX"});
  }

  /// Where a run is still active, its checkpoints are whole but may be gone in a moment. Ranks on
  /// the host of its process know whether that has ended.
  void warn_of_user(RestartChoice& choice) const {
    const auto mine = user_of(choice.run, run_use);
    std::map<char, std::string> known;
    for (const std::string& text :
         gather(mine ? state_letter(*mine) + mine->text() : std::string()).texts)
      if (!text.empty()) known.emplace(text.front(), text.substr(1));
    const bool goes_on = known.contains('g');
    if (known.empty() || (!goes_on && known.contains('e'))) return;
    Problem problem{.slug = "restart/run-going-on"};
    problem.message =
        fmt::format("{} is {}in use by {}", choice.run.string(), goes_on ? "" : "perhaps still ",
                    goes_on ? known['g'] : known['u']);
    problem.help =
        "its checkpoints may be replaced while they are read; wait for its end or stop it";
    choice.warnings.push_back(problem);
  }

  void consider(const fs::path& folder, const std::vector<SeenCheckpoint>& views,
                const UniqueStrings& gathered, RestartChoice& choice) const {
    const auto lead = std::find_if(views.begin(), views.end(),
                                   [](const SeenCheckpoint& v) { return !v.seal.empty(); });
    if (lead == views.end()) return refuse(folder, views, choice);
    const fs::path checkpoint = folder / lead->name;
    std::vector<FileSizes> sizes;
    for (const SeenCheckpoint& view : views) sizes.push_back(view.sizes);
    std::string damage = damage_of(sizes, lead->files, transport_ == nullptr);
    const int rank = gathered.first_ranks[std::size_t(lead - views.begin())];
    try {
      if (damage.empty() && choice.checkpoints.empty())
        choice.manifest = checkpoint_manifest(text_of(checkpoint / manifest_name, rank));
    } catch (const CheckpointDamage& found) {
      damage = found.what;
    }
    if (!damage.empty()) {
      choice.warnings.push_back(damaged_problem(checkpoint, damage));
      return;
    }
    choice.checkpoints.push_back(checkpoint);
    choice.sights.push_back(sight(views, lead->files, gathered));
    choice.manifest_ranks.push_back(rank);
  }

  // What was never finished tells something only if it is the newest.
  static void refuse(const fs::path& folder, const std::vector<SeenCheckpoint>& views,
                     RestartChoice& choice) {
    const auto seen = std::find_if(views.begin(), views.end(),
                                   [](const SeenCheckpoint& v) { return !v.name.empty(); });
    if (seen->has_manifest || choice.checkpoints.empty())
      choice.warnings.push_back(
          damaged_problem(folder / seen->folder, seen->damage, seen->unreadable));
  }

  static FileVisibility sight(const std::vector<SeenCheckpoint>& views,
                              const std::vector<StoredFile>& files, const UniqueStrings& gathered) {
    FileVisibility sight;
    if (views.size() == 1) return sight;
    sight.view_of_rank = gathered.of_rank;
    for (const SeenCheckpoint& view : views) {
      auto& sees = sight.sees.emplace_back();
      for (const StoredFile& file : files) {
        const auto found = view.sizes.find(file.name);
        sees.push_back(found != view.sizes.end() && found->second == file.bytes);
      }
    }
    return sight;
  }

  std::string text_of(const fs::path& file, int rank) const {
    return transport_ == nullptr ? file_text(file) : text_of_rank(file, rank, *transport_);
  }

  Transport* transport_;
};

}  // namespace

Problem damaged_problem(const fs::path& checkpoint, const std::string& damage, bool unreadable) {
  return {
      .slug = "restart/damaged",
      .message = checkpoint.string() + " cannot be used: " + damage,
      .help =
          unreadable
              ? "the previous checkpoint is used; keep this one, it may be intact: inspect "
                "permissions, disk and network"
              : "the previous checkpoint is used; remove the damaged one once the run succeeds"};
}

RestartChoice choose_restart(const std::string& wanted, const LatestRuns& latest,
                             Transport& transport) {
  return CheckpointChooser(&transport).choose(wanted, latest);
}

RestartChoice choose_restart(const std::string& wanted, const std::string& name) {
  return CheckpointChooser(nullptr).choose(wanted, {.name = name, .out = {}});
}

bool choose_older_run(RestartChoice& choice, Transport& transport) {
  choice.warnings.clear();
  return CheckpointChooser(&transport).next(choice);
}

}  // namespace cardon
