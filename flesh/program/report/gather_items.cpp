// SPDX-License-Identifier: Apache-2.0
#include "report/gather_items.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/slice_part.hpp>
#include <cardon/kit/table_part.hpp>
#include <cardon/thorn/error.hpp>
#include <map>

#include "checkpoint/checkpoint_folder.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;

// Files of a folder with an extension, in the order of their names; none if it is missing.
std::vector<fs::path> files_in(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none))
    if (entry.is_regular_file(none) && entry.path().extension() == extension)
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// None if the checkpoint is damaged: a restart says so.
std::vector<StoredFile> files_of(const fs::path& checkpoint) try {
  return checkpoint_manifest(file_text(checkpoint / manifest_name)).files;
} catch (const CheckpointDamage&) {
  return {};
}

// "phi.it000400" of "phi.it000400.a".
std::string without_site(const std::string& stem, const std::string& site) {
  return stem.substr(0, stem.size() - std::min(stem.size(), site.size() + 1));
}

class Finder {
 public:
  explicit Finder(std::span<const fs::path> folders) : folders_(folders) {}

  // Indices of fields are in the run folder only.
  void find_fields(const FieldFileReader& reader) {
    for (const fs::path& file : files_in(run() / "fields", reader.extension())) {
      if (!file.stem().extension().string().starts_with(".it")) continue;  // of one site
      GatherItem item{GatherItem::Kind::field, fs::path("fields") / file.filename(), {}};
      for (const FieldFilePart& part : reader.parts(file))
        item.parts.push_back({part.site, fs::path("fields") / part.file});
      if (!item.parts.empty()) add(std::move(item));
    }
  }

  void find_slices() {
    for (const fs::path& folder : folders_)
      for (const fs::path& file : files_in(folder / "slices", ".slice")) {
        const SlicePart part = read_slice_part(file);
        add_whole(GatherItem::Kind::slice, file, part.site, part.sites, ".png");
      }
  }

  void find_tables() {
    for (const fs::path& folder : folders_)
      for (const fs::path& file : files_in(folder / "lines", ".tsv"))
        if (const TablePart part = read_table_part(file); !part.sites.empty())
          add_whole(GatherItem::Kind::table, file, part.site, part.sites, ".tsv");
  }

  // What lies in one site altogether has been written there.
  void find_whole_files() {
    for (const fs::path& folder : folders_.subspan(1)) {
      for (const fs::path& file : files_in(folder / "slices", ".png")) add_copy(folder, file);
      for (const fs::path& file : files_in(folder / "lines", ".tsv"))
        if (read_table_part(file).sites.empty()) add_copy(folder, file);
    }
  }

  void find_checkpoint_files() {
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(run() / checkpoints_name, none)) {
      if (entry.is_symlink(none)) continue;
      const fs::path folder = fs::path(checkpoints_name) / entry.path().filename();
      for (const StoredFile& file : files_of(entry.path()))
        add_checkpoint_file(folder / file.name, file.site);
    }
  }

  std::vector<GatherItem> items() const {
    std::vector<GatherItem> items;
    for (const auto& [name, item] : items_) items.push_back(item);
    return items;
  }

 private:
  const fs::path& run() const { return folders_.front(); }
  void add(GatherItem item) {
    require_inside(item.name);
    for (const GatherItem::Part& part : item.parts) require_inside(part.file);
    items_.emplace(item.name, std::move(item));
  }

  // Names in files of strangers: what they name is copied, written and removed.
  void require_inside(const fs::path& name) const {
    const auto leaves = [](const fs::path& word) { return word == ".."; };
    if (name.is_relative() && std::none_of(name.begin(), name.end(), leaves)) return;
    throw Error({.slug = "output/unreadable",
                 .message = fmt::format("{} names a file outside of its folder: {}", run().string(),
                                        name.string()),
                 .help = "Cardon does not write such files: check where they came from"},
                exit_environment);
  }

  void add_whole(GatherItem::Kind kind, const fs::path& file, const std::string& site,
                 const std::vector<std::string>& sites, const std::string& extension) {
    const std::string whole = without_site(file.stem().string(), site);
    const fs::path folder = file.parent_path().filename();
    GatherItem item{kind, folder / (whole + extension), {}};
    if (fs::exists(run() / item.name)) return;
    for (const std::string& name : sites) {
      fs::path part = folder / (whole + ".");
      part += name + file.extension().string();
      item.parts.push_back({name, part});
    }
    add(std::move(item));
  }

  void add_copy(const fs::path& folder, const fs::path& file) {
    const fs::path name = file.lexically_relative(folder);
    if (!fs::exists(run() / name)) add({GatherItem::Kind::copy, name, {{"", name}}});
  }

  // Beside each file lies the table of what is in it.
  void add_checkpoint_file(const fs::path& file, const std::string& site) {
    for (const fs::path& name : {file, fs::path(file).replace_extension(".json")})
      if (!fs::exists(run() / name)) add({GatherItem::Kind::copy, name, {{site, name}}});
  }

  std::span<const fs::path> folders_;
  std::map<fs::path, GatherItem> items_;
};

class StaleFinder {
 public:
  StaleFinder(const fs::path& run, const FieldFileReader& reader) : run_(run), reader_(reader) {}

  std::vector<fs::path> find() {
    for (const char* folder : {"fields", "slices", "lines"}) add_unfinished(run_ / folder);
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(run_ / checkpoints_name, none))
      if (!entry.is_symlink(none) && entry.path().extension() != part_ending)
        add_unfinished(entry.path());
    for (const fs::path& file : files_in(run_ / "fields", reader_.extension())) add_field(file);
    for (const fs::path& file : files_in(run_ / "slices", ".slice"))
      add_if_whole(file, read_slice_part(file).site, ".png");
    for (const fs::path& file : files_in(run_ / "lines", ".tsv"))
      if (const TablePart part = read_table_part(file); !part.sites.empty())
        add_if_whole(file, part.site, ".tsv");
    return found_;
  }

 private:
  void add_unfinished(const fs::path& folder) {
    for (const fs::path& file : files_in(folder, part_ending)) found_.push_back(file);
  }

  void add_if_whole(const fs::path& file, const std::string& site, const std::string& extension) {
    const std::string whole = without_site(file.stem().string(), site) + extension;
    if (fs::exists(file.parent_path() / whole)) found_.push_back(file);
  }

  // A file of one site, "phi.it000400.a.h5", of which the common file no longer refers to.
  void add_field(const fs::path& file) {
    const fs::path stem = file.stem();
    if (!stem.stem().extension().string().starts_with(".it")) return;
    fs::path whole = run_ / "fields" / stem.stem();
    whole += file.extension();
    if (fs::exists(whole) && reader_.parts(whole).empty()) found_.push_back(file);
  }

  const fs::path& run_;
  const FieldFileReader& reader_;
  std::vector<fs::path> found_;
};

}  // namespace

std::vector<fs::path> find_stale_files(const fs::path& run, const FieldFileReader& reader) {
  return StaleFinder(run, reader).find();
}

std::vector<GatherItem> find_gather_items(std::span<const std::filesystem::path> folders,
                                          const FieldFileReader& reader) {
  Finder finder(folders);
  finder.find_fields(reader);
  finder.find_slices();
  finder.find_tables();
  finder.find_whole_files();
  finder.find_checkpoint_files();
  return finder.items();
}

}  // namespace cardon
