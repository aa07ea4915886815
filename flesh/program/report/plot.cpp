// SPDX-License-Identifier: Apache-2.0
#include "report/plot.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/suggest.hpp"
#include "cardon/thorn/error.hpp"
#include "report/field_files.hpp"
#include "report/plot_field.hpp"
#include "report/plot_scalars.hpp"
#include "report/plot_series.hpp"
#include "report/plot_tuning.hpp"
#include "report/run_record.hpp"
#include "restart/run_provenance.hpp"

namespace cardon {
namespace {

// "Wave::phi.l2" -> "Wave_phi.l2", as field files are called.
std::string plain(std::string name) {
  if (const std::size_t colons = name.find("::"); colons != name.npos) name.replace(colons, 2, "_");
  return name;
}

// True if `what` is this name or what it belongs to: "phi" means "phi" and "phi.maxloc";
// "Wave::phi" means "phi" too.
bool is_meant_by(const std::string& what, const std::string& name) {
  const std::size_t colons = what.find("::");
  const std::string short_name = colons == what.npos ? what : what.substr(colons + 2);
  for (const std::string& wanted : {plain(what), short_name}) {
    const std::string found = plain(name);
    if (found == wanted || found.starts_with(wanted + ".")) return true;
  }
  return false;
}

class Plotter {
 public:
  Plotter(const std::filesystem::path& folder, const std::string& what,
          const FieldFileReader* reader)
      : folder_(folder),
        what_(what),
        reader_(reader),
        table_(read_scalars(folder)),
        tuning_(read_scalars(folder, "tuning.tsv")),
        series_(find_series(folder)),
        provenance_(read_provenance(folder)) {
    if (reader != nullptr) fields_ = find_field_files(folder, reader->extension());
    if (std::filesystem::exists(folder / "summary.json")) title_ = read_run(folder).title;
  }

  std::vector<std::filesystem::path> run() {
    if (!table_.empty()) plot_table();
    for (const SeriesFile& series : series_) plot_series(series);
    for (const auto& [name, files] : fields_)
      if (what_.empty() || what_ == "slices" || is_meant_by(what_, name))
        files_.push_back(plot_field(reader_->read(files.rbegin()->second), title_, provenance_,
                                    folder_ / "plots"));
    if (!tuning_.empty() && (what_.empty() || what_ == "tuning"))
      files_.push_back(plot_tuning(folder_, tuning_, title_, provenance_));
    if (files_.empty()) nothing();
    return files_;
  }

 private:
  void plot_table() {
    const std::vector<ScalarGroup> groups = scalar_groups(table_);
    for (const ScalarGroup& group : groups)
      if (what_.empty() || what_ == "scalars" || is_meant_by(what_, group.name)) plot_group(group);
    if (const int column = table_.find(what_); files_.empty() && column > 0)
      plot_group({what_, {std::size_t(column)}});
  }

  void plot_group(const ScalarGroup& group) { draw(scalar_picture(table_, group), group.name); }

  void plot_series(const SeriesFile& series) {
    for (SeriesPicture& one : series_pictures(series))
      if (what_.empty() || what_ == series.kind || is_meant_by(what_, one.name) ||
          is_meant_by(what_, one.quantity))
        draw(std::move(one.picture), one.name);
  }

  void draw(CurvePicture picture, const std::string& name) {
    if (!title_.empty()) picture.title = title_ + ": " + picture.title;
    picture.provenance = provenance_;
    files_.push_back(folder_ / "plots" / (plain(name) + ".png"));
    draw_curves(picture, files_.back());
  }

  [[noreturn]] void nothing() const {
    std::vector<std::string> names;
    for (const ScalarGroup& group : scalar_groups(table_)) names.push_back(group.name);
    for (const auto& [name, files] : fields_)
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    for (const SeriesFile& series : series_) names.push_back(series.name);
    if (!tuning_.empty()) names.push_back("tuning");
    Problem problem;
    problem.slug = "plot/nothing";
    problem.message = fmt::format("there is nothing to plot in {}{}", folder_.string(),
                                  what_.empty() ? "" : " for " + what_);
    problem.hint = did_you_mean(what_, names);
    problem.notes = {
        names.empty() ? "it has neither scalars.tsv with a row nor field files, probes or spheres"
                      : fmt::format("it has: {}", fmt::join(names, ", "))};
    problem.help = names.empty() ? "add output.scalars or output.fields to the parameter file" : "";
    if (what_ == "tuning") {
      problem.notes.insert(problem.notes.begin(), "there is no tuning.tsv with a window in it");
      problem.help = "runs over several sites with settings left to a tuner write it";
    }
    throw Error(std::move(problem));
  }

  const std::filesystem::path& folder_;
  const std::string& what_;
  const FieldFileReader* reader_;
  ScalarTable table_, tuning_;
  std::vector<SeriesFile> series_;
  FieldFiles fields_;
  std::string provenance_, title_;
  std::vector<std::filesystem::path> files_;
};

}  // namespace

std::vector<std::filesystem::path> plot_run(const std::filesystem::path& folder,
                                            const std::string& what,
                                            const FieldFileReader* reader) {
  return Plotter(folder, what, reader).run();
}

}  // namespace cardon
