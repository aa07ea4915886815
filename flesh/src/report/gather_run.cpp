// SPDX-License-Identifier: Apache-2.0
#include "report/gather_run.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "cardon/error.hpp"
#include "cardon/picture.hpp"
#include "cardon/slice_part.hpp"
#include "cardon/table_part.hpp"
#include "cardon/text_file.hpp"
#include "report/gather_items.hpp"
#include "report/run_provenance.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;

std::string run_id(const fs::path& folder) {
  const auto json = nlohmann::json::parse(read_provenance(folder), nullptr, false);
  return json.is_object() ? json.value("run_id", "") : "";
}

void require_same_run(const GatherRequest& request) {
  const std::string own = run_id(request.run);
  for (const fs::path& other : request.others) {
    if (!fs::is_directory(other))
      throw Error({.slug = "cli/no-run", .message = other.string() + " is no folder"});
    const std::string id = run_id(other);
    if (own.empty() || id.empty() || own == id) continue;
    throw Error({.slug = "gather/another-run",
                 .message = fmt::format("{} is of another run than {}", other.string(),
                                        request.run.string()),
                 .notes = {fmt::format("their provenance.json have the run_id {} and {}", id, own)},
                 .help = "give the folder of the same run from the storage of another site"});
  }
}

void require_unused(const fs::path& folder) {
  std::error_code unknown;
  if (!fs::exists(folder, unknown) || fs::is_empty(folder, unknown)) return;
  throw Error({.slug = "gather/folder-in-use",
               .message = folder.string() + " is not empty",
               .help = "give a new folder after --out"});
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

  Gathered run() {
    Gathered result{in_place() ? request_.run : request_.out};
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
    for (const fs::path& folder : folders_) {
      if (fs::exists(folder / file)) return folder / file;
      fs::path unfinished = folder / file.parent_path();
      unfinished += ".part";
      if (fs::exists(unfinished / file.filename())) return unfinished / file.filename();
    }
    return {};
  }

  void find_parts() {
    std::map<std::string, std::vector<fs::path>> missing;
    for (const GatherItem& item : items_)
      for (const GatherItem::Part& part : item.parts) {
        const fs::path place = find(part.file);
        if (place.empty())
          missing[part.site].push_back(part.file);
        else
          places_[part.file] = place;
      }
    std::vector<Problem> problems;
    for (const auto& [site, files] : missing) problems.push_back(lack(site, files));
    if (!problems.empty()) throw Error(problems, exit_environment);
  }

  Problem lack(const std::string& site, const std::vector<fs::path>& files) const {
    std::vector<std::string> folders;
    for (const fs::path& folder : folders_) folders.push_back(folder.string());
    return {.slug = "gather/missing",
            .message = files.size() == 1
                           ? fmt::format("{} of site {} is missing", files[0].string(), site)
                           : fmt::format("{} and {} more files of site {} are missing",
                                         files[0].string(), files.size() - 1, site),
            .notes = {fmt::format("looked for in {}", fmt::join(folders, ", "))},
            .help = fmt::format("copy the run folder from the storage of site {0}, and: cardon "
                                "gather {1} COPY",
                                site, request_.run.string())};
  }

  // Everything but what is made anew.
  void copy_rest() const {
    std::set<fs::path> left_out;
    for (const GatherItem& item : items_) {
      left_out.insert(item.name);
      for (const GatherItem::Part& part : item.parts) left_out.insert(part.file);
    }
    make_folder(request_.out);
    for (const auto& entry : fs::recursive_directory_iterator(request_.run)) {
      const fs::path name = entry.path().lexically_relative(request_.run);
      if (left_out.contains(name)) continue;
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
};

}  // namespace

Gathered gather_run(const GatherRequest& request, const FieldFileReader& reader) {
  require_same_run(request);
  if (!request.out.empty()) require_unused(request.out);
  return Gatherer(request, reader).run();
}

}  // namespace cardon
