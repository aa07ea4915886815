// SPDX-License-Identifier: Apache-2.0
// cardon gather
#include <fmt/format.h>

#include <cardon/kit/counted.hpp>
#include <cardon/thorn/error.hpp>
#include <cstdio>

#include "base/warnings.hpp"
#include "console/print_text.hpp"
#include "field_reader.hpp"
#include "input_arguments.hpp"
#include "report/gather_run.hpp"
#include "run_folders.hpp"
#include "verb.hpp"

namespace cardon::cli {
namespace {

void warn(const std::vector<Problem>& problems) {
  Warnings warnings;
  for (const Problem& problem : problems) warnings.add(problem);
  std::fputs(warnings.text().c_str(), stderr);
}

class GatherVerb : public Verb {
 public:
  std::string name() const override { return "gather"; }
  std::string summary() const override {
    return "Merge the files that several sites have written into single files";
  }
  std::vector<std::string> examples() const override {
    return {"cardon gather runs/wave-2sites/0001",
            "cardon gather runs/wave-2sites/0001 copy-from-site-b --out whole"};
  }
  void declare(CLI::App& app) override {
    app.add_option("RUN", run_, "Run folder, a folder of runs for its last one, or latest")
        ->type_name("latest|RUN");
    app.add_option("OTHER", others_, "Copies of the run folder from the storages of other sites");
    app.add_option("--out", out_, "New folder for a complete copy; default: files are replaced")
        ->type_name("FOLDER");
    app.add_flag("--partial", partial_,
                 "Skip incomplete files with a warning; by default they are an error and nothing "
                 "is changed");
    add_thorn_path(app, thorn_path_);
  }
  int execute() override {
    const auto reader = make_field_reader(thorn_path_);
    if (!reader)
      throw Error(Problem{.slug = "gather/no-reader",
                          .message = "no thorn reads field files",
                          .help = "name the folder that has IOHDF5 with --thorn-path"});
    GatherRequest request{find_run(run_), {others_.begin(), others_.end()}, out_, partial_};
    const Gathered done = gather_run(request, *reader);
    warn(done.left);
    if (done.left.empty() && done.fields + done.slices + done.tables + done.copies == 0) {
      print_line(fmt::format("{}: every output is one file", done.folder.string()));
      return exit_finished;
    }
    print_line(fmt::format("{}: {}, {} and {} made of those of sites, {} copied",
                           done.folder.string(), counted(done.fields, "field file"),
                           counted(done.slices, "picture"), counted(done.tables, "table"),
                           counted(done.copies, "file")));
    return exit_finished;
  }

 private:
  std::string run_ = "latest";
  std::vector<std::string> others_;
  std::string out_;
  bool partial_ = false;
  std::vector<std::string> thorn_path_;
};

}  // namespace

std::unique_ptr<Verb> make_gather_verb() { return std::make_unique<GatherVerb>(); }

}  // namespace cardon::cli
