// SPDX-License-Identifier: Apache-2.0
#include "started_runs.hpp"

#include <fmt/format.h>

#include <cardon/thorn/error.hpp>

#include "input_arguments.hpp"
#include "launch/rank_threads.hpp"
#include "python_command.hpp"

namespace cardon::cli {

void StartedRuns::declare(CLI::App& app) {
  app.add_option("FILE", words_, "Parameter files and key=value, as for cardon run");
  app.add_option("--out", out_,
                 fmt::format("Folder of the runs; default: runs/FILE-{}", app.get_name()))
      ->type_name("FOLDER");
  app.add_option("--launcher", launcher_,
                 "Launcher command placed before cardon run, such as 'mpirun -n 4'")
      ->type_name("WORDS");
  app.add_option("--ranks", ranks_, "Ranks of each run as threads of one process")
      ->check(whole_within(1, max_rank_threads));
}

nlohmann::json StartedRuns::json() const {
  std::vector<std::string> files, overrides;
  for (const std::string& word : words_) (is_override(word) ? overrides : files).push_back(word);
  if (files.empty())
    throw Error(Problem{.slug = "cli/no-file",
                        .message = "no parameter file was given",
                        .help = "cardon list parfiles"});
  nlohmann::json options = {{"files", files},           {"overrides", overrides},
                            {"program", own_program()}, {"launcher", nullptr},
                            {"ranks", nullptr},         {"out", nullptr}};
  if (launcher_) options["launcher"] = *launcher_;
  if (ranks_) options["ranks"] = *ranks_;
  if (out_) options["out"] = *out_;
  return options;
}

}  // namespace cardon::cli
