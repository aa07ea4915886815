// SPDX-License-Identifier: Apache-2.0
// cardon info
#include <fmt/format.h>

#include <cardon/thorn/error.hpp>
#include <cardon/thorn/thorn_entry.hpp>
#include <nlohmann/json.hpp>

#include "base/printable.hpp"
#include "build_info.hpp"
#include "console/print_text.hpp"
#include "found_provenance.hpp"
#include "input_arguments.hpp"
#include "registry/thorn_path.hpp"
#include "report/provenance_text.hpp"
#include "verb.hpp"

namespace cardon::cli {
namespace {

using Json = nlohmann::ordered_json;

void print_entry(const std::string& name, const std::string& text) {
  print_line(fmt::format("{:<14}{}", name, text));
}

void print_libraries() {
  const std::string all = build_libraries;
  std::string name = "libraries";
  for (std::size_t start = 0; start < all.size();) {
    const std::size_t end = std::min(all.find(';', start), all.size());
    print_entry(name, all.substr(start, end - start));
    name.clear();
    start = end + 1;
  }
}

void print_thorns(const ThornPath& path) {
  std::vector<std::string> applications, services;
  for (const ThornFile& thorn : path.available())
    (thorn.service ? services : applications).push_back(thorn.name);
  print_entry("thorns", fmt::format("{}", fmt::join(applications, ", ")));
  print_entry("services", fmt::format("{}", fmt::join(services, ", ")));
  for (const auto* folders : {&path.thorn_folders(), &path.service_folders()})
    for (const auto& folder : *folders) print_entry("searched", folder.string());
}

void print_build(const std::vector<std::string>& thorn_path) {
  print_line(fmt::format("Cardon {}", version_text));
  print_entry("revision", build_revision);
  print_entry("licence", "Apache-2.0");
  print_entry("build", fmt::format("{}, {}, {}", build_type, build_compiler, build_system));
  print_entry("flags", build_flags);
  print_entry("access checks", CARDON_CHECK_ACCESS_FLAG ? "on" : "off");
  print_libraries();
  print_thorns(ThornPath(thorn_path));
}

constexpr const char* citations =
    R"(If results of Cardon enter a publication, please cite Cardon with its version, and the
libraries that carry it:

@misc{cardon,
  title = {Cardon: a component framework for stencil codes on spread, uneven machines},
  note  = {version %VERSION%}
}
@article{kokkos,
  author  = {Trott, C. R. and others},
  title   = {Kokkos 3: Programming Model Extensions for the Exascale Era},
  journal = {IEEE Transactions on Parallel and Distributed Systems},
  volume  = {33}, number = {4}, pages = {805--817}, year = {2022}
}
@article{openpmd,
  author = {Huebl, A. and others},
  title  = {openPMD: A meta data standard for particle and mesh based data},
  year   = {2015}, doi = {10.5281/zenodo.591699}
}
@misc{hdf5,
  author = {{The HDF Group}},
  title  = {Hierarchical Data Format, version 5}
}
)";

void print_citations() {
  std::string text = citations;
  const std::string marker = "%VERSION%";
  print_text(text.replace(text.find(marker), marker.size(), version_text));
}

void print_run(const FoundProvenance& found, bool as_json) {
  if (as_json)
    print_text(printable_lines(found.json) == found.json
                   ? found.json
                   : Json::parse(found.json).dump(1, ' ', true, Json::error_handler_t::replace));
  else {
    print_line(found.of);
    print_text(provenance_text(nlohmann::json::parse(found.json)));
  }
}

class InfoVerb : public Verb {
 public:
  std::string name() const override { return "info"; }
  std::string summary() const override {
    return "Show version, build, libraries and thorns, or the origin of a run";
  }
  std::vector<std::string> examples() const override {
    return {"cardon info", "cardon info runs/quickstart/0001 --json"};
  }
  void declare(CLI::App& app) override {
    app.add_option("RUN", run_, "Run folder, checkpoint or file whose provenance to print");
    app.add_flag("--json", json_, "Print the provenance of RUN as JSON");
    add_thorn_path(app, thorn_path_);
    app.add_flag("--citations", citations_, "Print what to cite");
  }
  int execute() override {
    if (json_ && run_.empty())
      throw Error(Problem{.slug = "cli/usage",
                          .message = "--json belongs to the provenance of a run",
                          .help = "cardon info RUN --json"});
    if (citations_)
      print_citations();
    else if (run_.empty())
      print_build(thorn_path_);
    else
      print_run(find_provenance(run_, thorn_path_), json_);
    return exit_finished;
  }

 private:
  std::string run_;
  std::vector<std::string> thorn_path_;
  bool citations_ = false, json_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_info_verb() { return std::make_unique<InfoVerb>(); }

}  // namespace cardon::cli
