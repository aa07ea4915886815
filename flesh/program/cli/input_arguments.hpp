// SPDX-License-Identifier: Apache-2.0
// Parameter files and key=value arguments, mixed in any order, and the options that go with them.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "startup/input_options.hpp"

namespace cardon::cli {

/// The option --thorn-path.
void add_thorn_path(CLI::App& app, std::vector<std::string>& folders);

/// The option_text of an argument that is needed although CLI11 is not told so: what is said when
/// it is missing is better than CLI11's own message.
inline constexpr const char* needed = "REQUIRED";

/// For what means something else when it is left out: the value may be that of a shell variable
/// which is not set, and continuing without the option could cost a long run. All options have it.
CLI::Validator not_empty();
/// For numbers that may be negative: no infinity and no NaN.
CLI::Validator finite();
/// For numbers: finite and above 0.
CLI::Validator above_zero();
/// For numbers: finite and 0 or more.
CLI::Validator not_below_zero();
/// For numbers between two ends, which the help states, too.
CLI::Validator within(double low, double high);
/// The same for whole numbers.
CLI::Validator whole_within(long low, long high);

/// Whether a word is key=value and no file: names of files may have '=' as well.
bool is_override(const std::string& word);

class InputArguments {
 public:
  /// `required`: at least one parameter file.
  void declare(CLI::App& app, bool required);
  /// A word with '=' before any '/' is an override, any other is a file. Throws Error cli/no-file
  /// if a file is required and none was given.
  InputOptions options() const;

 private:
  std::vector<std::string> words_;
  std::vector<std::string> thorn_path_;
  bool debug_ = false;
  bool required_ = false;
};

}  // namespace cardon::cli
