// SPDX-License-Identifier: Apache-2.0
// cardon new-thorn
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cardon/kit/shell_quoted.hpp>
#include <cardon/thorn/error.hpp>

#include "base/install_tree.hpp"
#include "base/printable.hpp"
#include "console/print_text.hpp"
#include "input_arguments.hpp"
#include "thorn_template.hpp"
#include "verb.hpp"

namespace cardon::cli {
namespace {

namespace fs = std::filesystem;

class NewThornVerb : public Verb {
 public:
  std::string name() const override { return "new-thorn"; }
  std::string summary() const override {
    return "Create a thorn that builds, runs and comes with a test";
  }
  std::vector<std::string> examples() const override {
    return {"cardon new-thorn Wave/MyWave", "cardon new-thorn Time/MyMethod --service integrator"};
  }
  void declare(CLI::App& app) override {
    app.add_option("FOLDER", folder_, "Arrangement and name, such as Wave/MyWave")
        ->required()
        ->check(not_empty());
    auto* language =
        app.add_option("--language", language_, "Language of an application; default: c++")
            ->check(CLI::IsMember({"c++", "c", "fortran"}));
    app.add_option("--service", service_, "Write a service of this kind instead of an application")
        ->check(CLI::IsMember({"integrator", "step-service"}))
        ->excludes(language);
    add_thorn_path(app, thorn_path_);
  }
  int execute() override {
    const std::string kind = !service_.empty() ? service_ : language_ == "c++" ? "cpp" : language_;
    const std::vector<std::string> files = write_thorn({folder_, kind, thorn_path_});
    print_line(fmt::format("{}: {}", printable(folder_), fmt::join(files, ", ")));
    print_text("\nbuild, test and run it:\n");
    for (const std::string& command : commands(files)) print_line("  " + printable(command));
    return exit_finished;
  }

 private:
  /// To be pasted. A build folder of Cardon has to be installed before other projects find it.
  std::vector<std::string> commands(const std::vector<std::string>& files) const {
    std::vector<std::string> lines;
    fs::path prefix = library_folder().parent_path();
    if (!fs::exists(library_folder() / "cmake/Cardon/CardonConfig.cmake")) {
      const fs::path build = std::exchange(prefix, fs::absolute(prefix / "install"));
      lines.push_back(fmt::format("cmake --install {} --prefix {}", shell_quoted(build.string()),
                                  shell_quoted(prefix.string())));
    }
    const std::string folder = shell_quoted(folder_), build = shell_quoted(folder_ + "/build");
    lines.push_back(fmt::format("cmake -S {} -B {} -D CMAKE_PREFIX_PATH={}", folder, build,
                                shell_quoted(prefix.string())));
    lines.push_back("cmake --build " + build);
    lines.push_back("ctest --test-dir " + build);
    for (const std::string& file : files)
      if (fs::path(file).extension() == ".yaml")
        lines.push_back(fmt::format("{} run {} --thorn-path {}",
                                    shell_quoted((prefix / "bin" / "cardon").string()),
                                    shell_quoted(folder_ + "/" + file), build));
    return lines;
  }

  std::string folder_, language_ = "c++", service_;
  std::vector<std::string> thorn_path_;
};

}  // namespace

std::unique_ptr<Verb> make_new_thorn_verb() { return std::make_unique<NewThornVerb>(); }

}  // namespace cardon::cli
