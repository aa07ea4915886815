// SPDX-License-Identifier: Apache-2.0
#include "report/gather_run.hpp"

#include <fmt/format.h>

#include <cardon/kit/picture.hpp>
#include <cardon/kit/slice_part.hpp>
#include <cardon/kit/table_part.hpp>
#include <cardon/kit/text_file.hpp>
#include <cardon/thorn/error.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "files/folder_lock.hpp"
#include "report/gather_items.hpp"
#include "restart/run_provenance.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;

std::string run_id(const fs::path& folder) {
  const auto json = nlohmann::json::parse(read_provenance(folder), nullptr, false);
  const bool known = json.is_object() && json.contains("run_id") && json["run_id"].is_string();
  return known ? json["run_id"].get<std::string>() : "";
}

void require_same_run(const GatherRequest& request) {
  const std::string own = run_id(request.run);
  for (const fs::path& other : request.others) {
    std::error_code failed;
    if (!fs::is_directory(other, failed))
      throw Error({.slug = "cli/no-run",
                   .message = other.string() + " is not a folder" +
                              (failed ? ": " + failed.message() : "")});
    const std::string id = run_id(other);
    if (own.empty() || id.empty() || own == id) continue;
    throw Error({.slug = "gather/another-run",
                 .message = fmt::format("{} is of another run than {}", other.string(),
                                        request.run.string()),
                 .notes = {fmt::format("their provenance.json have the run_id {} and {}", id, own)},
                 .help = "give the folder of the same run from the storage of another site"});
  }
}

// But for locks.
std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code unknown;
  for (const auto& entry : fs::directory_iterator(folder, unknown))
    if (!is_folder_lock(entry.path())) entries.push_back(entry.path());
  return entries;
}

void require_unused(const fs::path& folder) {
  if (entries_of(folder).empty()) return;
  throw Error({.slug = "gather/folder-in-use",
               .message = folder.string() + " is not empty",
               .help = "give a new folder after --out"});
}

// The folder for a copy. What a `cardon gather` that was killed has left there is made again.
FolderLock take_new_folder(const fs::path& folder) {
  require_unlocked(folder, gather_use);
  if (!user_of(folder, gather_use)) require_unused(folder);
  make_folder(folder);
  FolderLock lock(folder, gather_use);
  std::error_code ignored;
  if (lock.found_earlier())
    for (const fs::path& entry : entries_of(folder)) fs::remove_all(entry, ignored);
  require_unused(folder);
  return lock;
}

void require_ended(const fs::path& run) {
  const auto user = user_of(run, run_use);
  if (!user || user->state != FolderUser::State::going) return;
  throw Error({.slug = gather_use.slug,
               .message = fmt::format("the run in {} has not ended: it is in use by {}",
                                      run.string(), user->text()),
               .help = "wait for its end, or make a copy: --out FOLDER"});
}

void require_outside(const fs::path& folder, const fs::path& run) {
  std::error_code unknown;
  const fs::path target = fs::weakly_canonical(fs::absolute(folder), unknown);
  const fs::path way = target.lexically_relative(fs::weakly_canonical(fs::absolute(run), unknown));
  if (way.empty() || *way.begin() == "..") return;
  throw Error({.slug = "gather/into-itself",
               .message = fmt::format("{} is in the run folder {}, which is to be copied there",
                                      folder.string(), run.string()),
               .help = "give a folder beside that of the run after --out"});
}

void copy_over(const fs::path& from, const fs::path& to) {
  make_folder(to.parent_path());
  fs::path part = to;
  part += ".part";
  std::error_code failed;
  fs::copy_file(from, part, fs::copy_options::overwrite_existing, failed);
  if (failed)
    throw Error({.slug = "output/write-failed",
                 .message = fmt::format("cannot copy {} to {}: {}", from.string(), part.string(),
                                        failed.message())},
                exit_environment);
  move_file(part, to);
}

class Gatherer {
 public:
  Gatherer(const GatherRequest& request, const FieldFileReader& reader)
      : request_(request), reader_(reader), folders_{request.run} {
    folders_.insert(folders_.end(), request.others.begin(), request.others.end());
    items_ = find_gather_items(folders_, reader);
    find_parts();
  }

  bool has_work() const {
    return !items_.empty() || !left_.empty() || !find_stale_files(request_.run, reader_).empty();
  }

  Gathered run() {
    Gathered result{.folder = in_place() ? request_.run : request_.out, .left = left_};
    if (!in_place()) copy_rest();
    for (const GatherItem& item : items_) {
      make(item, result.folder / item.name);
      ++(item.kind == GatherItem::Kind::field   ? result.fields
         : item.kind == GatherItem::Kind::slice ? result.slices
         : item.kind == GatherItem::Kind::table ? result.tables
                                                : result.copies);
    }
    return result;
  }

 private:
  bool in_place() const { return request_.out.empty(); }

  // Empty: nowhere. A site's own storage keeps files of checkpoints where they were written.
  fs::path find(const fs::path& file) const {
    std::error_code unknown;
    for (const fs::path& folder : folders_) {
      if (fs::exists(folder / file, unknown)) return folder / file;
      fs::path unfinished = folder / file.parent_path();
      unfinished += ".part";
      if (fs::exists(unfinished / file.filename(), unknown)) return unfinished / file.filename();
    }
    return {};
  }

  // Keeps those items whose parts are all there.
  void find_parts() {
    std::map<std::string, std::vector<fs::path>> missing;
    std::erase_if(items_, [&](const GatherItem& item) {
      const std::vector<GatherItem::Part> lacking = find_parts_of(item);
      for (const GatherItem::Part& part : lacking) missing[part.site].push_back(part.file);
      if (!lacking.empty()) left_.push_back(left(item, lacking.front()));
      return !lacking.empty();
    });
    if (request_.partial) return;
    std::vector<Problem> problems;
    for (const auto& [site, files] : missing) problems.push_back(lack(site, files));
    if (!problems.empty()) throw Error(problems, exit_environment);
  }

  // Returns those that are nowhere.
  std::vector<GatherItem::Part> find_parts_of(const GatherItem& item) {
    std::vector<GatherItem::Part> lacking;
    for (const GatherItem::Part& part : item.parts) {
      const fs::path place = find(part.file);
      if (place.empty())
        lacking.push_back(part);
      else
        places_[part.file] = place;
    }
    return lacking;
  }

  static Problem left(const GatherItem& item, const GatherItem::Part& part) {
    return {.slug = "gather/missing",
            .message = fmt::format("{} is left incomplete: {} of site {} is missing",
                                   item.name.string(), part.file.string(), part.site)};
  }

  Problem lack(const std::string& site, const std::vector<fs::path>& files) const {
    std::vector<std::string> folders;
    for (const fs::path& folder : folders_) folders.push_back(folder.string());
    return {
        .slug = "gather/missing",
        .message = files.size() == 1
                       ? fmt::format("{} of site {} is missing", files[0].string(), site)
                       : fmt::format("{} and {} more files of site {} are missing",
                                     files[0].string(), files.size() - 1, site),
        .notes = {fmt::format("looked for in {}", fmt::join(folders, ", "))},
        .help = fmt::format("copy the run folder from the storage of site {0}, and: cardon "
                            "gather {1} COPY; or leave files that lack parts incomplete: --partial",
                            site, request_.run.string())};
  }

  // Everything but what is written again.
  void copy_rest() const {
    try {
      copy_all_but(written_again());
    } catch (const fs::filesystem_error& error) {
      throw Error({.slug = "output/write-failed",
                   .message = fmt::format("cannot copy {}: {}", error.path1().string(),
                                          error.code().message())},
                  exit_environment);
    }
  }

  std::set<fs::path> written_again() const {
    std::set<fs::path> left_out;
    for (const GatherItem& item : items_) {
      left_out.insert(item.name);
      for (const GatherItem::Part& part : item.parts) left_out.insert(part.file);
    }
    return left_out;
  }

  void copy_all_but(const std::set<fs::path>& left_out) const {
    make_folder(request_.out);
    for (const auto& entry : fs::recursive_directory_iterator(request_.run)) {
      const fs::path name = entry.path().lexically_relative(request_.run);
      if (left_out.contains(name) || is_folder_lock(name)) continue;
      if (entry.is_symlink())
        fs::copy_symlink(entry.path(), request_.out / name);
      else if (entry.is_directory())
        make_folder(request_.out / name);
      else
        copy_over(entry.path(), request_.out / name);
    }
  }

  void make(const GatherItem& item, const fs::path& target) const {
    std::vector<fs::path> parts;
    for (const GatherItem::Part& part : item.parts) parts.push_back(places_.at(part.file));
    switch (item.kind) {
      case GatherItem::Kind::field:
        make_field(request_.run / item.name, parts, target);
        break;
      case GatherItem::Kind::slice:
        draw_slice(join_slice(parts), target);
        break;
      case GatherItem::Kind::table:
        join_tables(parts, target);
        break;
      case GatherItem::Kind::copy:
        copy_over(parts.front(), target);
        return;
    }
    std::error_code ignored;
    if (in_place())
      for (const GatherItem::Part& part : item.parts) fs::remove(request_.run / part.file, ignored);
  }

  void make_field(const fs::path& index, const std::vector<fs::path>& parts,
                  const fs::path& target) const {
    make_folder(target.parent_path());
    fs::path unfinished = target;
    unfinished += ".part";
    reader_.gather(index, parts, unfinished);
    move_file(unfinished, target);
  }

  const GatherRequest& request_;
  const FieldFileReader& reader_;
  std::vector<fs::path> folders_;
  std::vector<GatherItem> items_;
  std::map<fs::path, fs::path> places_;  // of parts
  std::vector<Problem> left_;
};

// What killed runs and calls of `cardon gather` have left. A run on another host may still be
// active.
void remove_stale(const fs::path& run, const FieldFileReader& reader) {
  if (const auto user = user_of(run, run_use); user && user->state == FolderUser::State::unknown)
    return;
  std::error_code ignored;
  for (const fs::path& file : find_stale_files(run, reader)) fs::remove(file, ignored);
}

}  // namespace

Gathered gather_run(const GatherRequest& request, const FieldFileReader& reader) {
  require_same_run(request);
  if (!request.out.empty()) {
    require_outside(request.out, request.run);
    const FolderLock lock = take_new_folder(request.out);
    return Gatherer(request, reader).run();
  }
  require_ended(request.run);
  if (!Gatherer(request, reader).has_work()) return {.folder = request.run};
  const FolderLock lock(request.run, gather_use);
  remove_stale(request.run, reader);
  return Gatherer(request, reader).run();
}

}  // namespace cardon
