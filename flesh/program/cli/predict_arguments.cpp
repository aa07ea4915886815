// SPDX-License-Identifier: Apache-2.0
#include "predict_arguments.hpp"

#include "input_arguments.hpp"

namespace cardon::cli {

void declare_predict_arguments(CLI::App& app, PredictOptions& options, const std::string& ranks) {
  app.add_option("--machine", options.machine,
                 "Machine file, or the name of one that comes with Cardon; default: that of the "
                 "parameter file")
      ->type_name("FILE");
  app.add_option("--ranks", options.ranks, "Ranks; default: those of " + ranks)
      ->type_name("N")
      ->check(whole_within(1, 1000000));
  app.add_option("--speed", options.speed,
                 "Grid points that a rank of speed 1 updates per second; default: measured here")
      ->type_name("P")
      ->check(above_zero());
  app.add_flag("--json", options.json, "Print JSON");
}

}  // namespace cardon::cli
