// SPDX-License-Identifier: Apache-2.0
// cardon plot
#include <cardon/thorn/error.hpp>
#include <optional>

#include "input_arguments.hpp"
#include "python_verb.hpp"

namespace cardon::cli {
namespace {

class PlotVerb : public PythonVerb {
 public:
  std::string name() const override { return "plot"; }
  std::string summary() const override {
    return "Draw scalars, fields, probes and tuning of runs as PNG, PDF or SVG, or as an animation";
  }
  std::vector<std::string> examples() const override {
    return {"cardon plot runs/quickstart phi", "cardon plot latest tuning --format pdf"};
  }
  void declare(CLI::App& app) override {
    app.add_option("RUN", words_,
                   "Run folders, folders of runs for their last one, or latest; then what to draw: "
                   "scalars, slices, probes, spheres, tuning, a field (phi), a column of "
                   "scalars.tsv (phi.l2) or a table of probes (receivers); default: all")
        ->type_name("latest|scalars|slices|probes|spheres|tuning|RUN");
    declare_files(app);
    declare_fields(app);
    app.add_option("--log", log_, "Logarithmic axes of curves: x, y or xy")->type_name("x|y|xy");
    app.add_flag("--mean", mean_,
                 "Draw the mean of several runs, with the standard deviation as error bars");
    app.add_option("--label", labels_, "Name of a run in the legend; once for every run")
        ->type_name("TEXT")
        ->allow_extra_args(false);
  }
  nlohmann::json options() const override {
    nlohmann::json options = {
        {"words", words_.empty() ? std::vector<std::string>{"latest"} : words_},
        {"animate", animate_},
        {"mean", mean_},
        {"labels", labels_}};
    put(options, "out", out_), put(options, "format", format_), put(options, "dpi", dpi_);
    put(options, "rate", rate_), put(options, "iteration", iteration_), put(options, "time", time_);
    put(options, "plane", plane_), put(options, "at", at_), put(options, "contours", contours_);
    put(options, "vectors", vectors_), put(options, "isosurface", isosurface_);
    put(options, "colours", colours_), put(options, "log", log_);
    if (!view_.empty()) options["view"] = view_;
    if (!range_.empty()) options["range"] = range_;
    return options;
  }

 private:
  template <class Value>
  static void put(nlohmann::json& options, const char* name, const std::optional<Value>& value) {
    if (value) options[name] = *value;
  }

  void declare_files(CLI::App& app) {
    app.add_option("--out", out_, "Folder of the figures; default: plots in the run folder")
        ->type_name("FOLDER");
    app.add_option("--format", format_, "png, pdf or svg; default: png")->type_name("png|pdf|svg");
    app.add_option("--dpi", dpi_, "Pixels per inch of PNG files and animations; default: 200");
    app.add_flag("--animate", animate_,
                 "Draw all outputs of fields as an animation with one range of colours: MPEG-4 if "
                 "ffmpeg is installed, otherwise GIF");
    app.add_option("--rate", rate_, "Frames per second of an animation; default: 10");
  }

  void declare_fields(CLI::App& app) {
    app.add_option("--iteration", iteration_, "Iteration of fields; default: the last output");
    app.add_option("--time", time_, "The output of fields nearest to this time");
    app.add_option("--plane", plane_, "xy, xz or yz; default: that of output.slices, otherwise xy")
        ->type_name("xy|xz|yz");
    app.add_option("--at", at_, "Position of the plane; default: the middle");
    app.add_option("--contours", contours_, "Number of contour lines");
    app.add_option("--vectors", vectors_, "Vector field to draw as arrows")->type_name("FIELD");
    app.add_option("--isosurface", isosurface_,
                   "3-D view of the surface with this value; auto: half of the largest magnitude")
        ->type_name("VALUE|auto");
    app.add_option("--view", view_,
                   "Elevation and azimuth of 3-D views in degrees; default: 25 -60")
        ->expected(2);
    app.add_option("--range", range_,
                   "Ends of the colours; default: those of output.slices, otherwise of the values")
        ->expected(2);
    app.add_option("--colours", colours_,
                   "Colour map; default: that of output.slices, otherwise viridis, or coolwarm for "
                   "signed fields")
        ->type_name("viridis|inferno|magma|plasma|cividis|coolwarm");
  }

  std::vector<std::string> words_, labels_;
  std::optional<std::string> out_, format_, plane_, vectors_, isosurface_, colours_, log_;
  std::optional<double> time_, at_, rate_;
  std::optional<int> dpi_, contours_;
  std::optional<long> iteration_;
  std::vector<double> view_, range_;
  bool animate_ = false, mean_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_plot_verb() { return std::make_unique<PlotVerb>(); }

}  // namespace cardon::cli
