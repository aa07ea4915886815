// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <CLI/CLI.hpp>
#include <string>

#include "input_arguments.hpp"
#include "predict/predict_command.hpp"
#include "verb.hpp"

namespace cardon::cli {

/// Declares the arguments of verbs that tell about a machine without running on it. `ranks`: whose
/// number is the default, for --help.
void declare_predict_arguments(CLI::App& app, PredictOptions& options, const std::string& ranks);

/// A verb that tells about a machine without running on it. `Options` are PredictOptions, perhaps
/// with more.
template <typename Options>
class PredictingVerb : public Verb {
 protected:
  /// As declare_predict_arguments(), with those of the input.
  void declare_input(CLI::App& app, const std::string& ranks) {
    input_.declare(app, true);
    declare_predict_arguments(app, options_, ranks);
  }
  /// What was given.
  Options& given() {
    options_.input = input_.options();
    return options_;
  }

  Options options_;

 private:
  InputArguments input_;
};

}  // namespace cardon::cli
