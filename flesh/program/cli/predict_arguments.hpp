// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <CLI/CLI.hpp>
#include <string>

#include "predict/predict_command.hpp"

namespace cardon::cli {

/// Declares the arguments of verbs that tell about a machine without running on it. `ranks`: whose
/// number is the default, for --help.
void declare_predict_arguments(CLI::App& app, PredictOptions& options, const std::string& ranks);

}  // namespace cardon::cli
