// SPDX-License-Identifier: Apache-2.0
#include "input_arguments.hpp"

#include <fmt/format.h>

#include <cardon/thorn/error.hpp>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>

namespace cardon::cli {

void add_thorn_path(CLI::App& app, std::vector<std::string>& folders) {
  // One folder per option: the words after it are files.
  app.add_option("--thorn-path", folders,
                 "Folder to search for thorns before all others; may be repeated")
      ->type_name("FOLDER")
      ->allow_extra_args(false);
}

CLI::Validator not_empty() {
  return {[](const std::string& value) {
            return value.empty() ? std::string("has an empty value") : std::string();
          },
          ""};
}

CLI::Validator finite() {
  return {[](const std::string& text) {
            return std::isfinite(std::strtod(text.c_str(), nullptr))
                       ? ""
                       : text + " is not a finite number";
          },
          ""};
}

CLI::Validator above_zero() {
  return {[](const std::string& text) {
            const double value = std::strtod(text.c_str(), nullptr);
            return std::isfinite(value) && value > 0 ? ""
                                                     : text + " is not a finite number above 0";
          },
          ""};
}

CLI::Validator not_below_zero() {
  return {[](const std::string& text) {
            const double value = std::strtod(text.c_str(), nullptr);
            return std::isfinite(value) && value >= 0 ? "" : text + " is not a non-negative number";
          },
          ""};
}

// The description is that of CLI11's own ranges.
CLI::Validator within(double low, double high) {
  return {[low, high](const std::string& text) {
            char* end = nullptr;
            const double value = std::strtod(text.c_str(), &end);
            return *end == '\0' && value >= low && value <= high
                       ? ""
                       : fmt::format("{} is not a number from {} to {}", text, low, high);
          },
          fmt::format("in [{} - {}]", low, high)};
}

CLI::Validator whole_within(long low, long high) {
  return {[low, high](const std::string& text) {
            long value = 0;
            const char* end = text.data() + text.size();
            const auto [rest, error] = std::from_chars(text.data(), end, value);
            return error == std::errc() && rest == end && value >= low && value <= high
                       ? ""
                       : fmt::format("{} is not a whole number from {} to {}", text, low, high);
          },
          fmt::format("in [{} - {}]", low, high)};
}

// Names of files may have '=' as well: d=1/w.yaml.
bool is_override(const std::string& word) {
  const std::size_t equals = word.find('=');
  std::error_code unknown;
  return equals != word.npos && equals < word.find('/') &&
         !std::filesystem::is_regular_file(word, unknown);
}

void InputArguments::declare(CLI::App& app, bool required) {
  required_ = required;
  app.add_option("FILE", words_,
                 "Parameter files (later ones win) and key=value, such as WaveToy.speed=2")
      ->type_name("FILE")
      ->option_text(required ? needed : "");
  add_thorn_path(app, thorn_path_);
  app.add_flag("--debug", debug_, "Include source locations in Cardon in messages");
}

InputOptions InputArguments::options() const {
  InputOptions options;
  for (const std::string& word : words_) {
    (is_override(word) ? options.overrides : options.files).push_back(word);
  }
  if (required_ && options.files.empty())
    throw Error(Problem{.slug = "cli/no-file",
                        .message = "no parameter file was given",
                        .help = "cardon list parfiles"});
  options.thorn_path = thorn_path_;
  options.debug = debug_;
  return options;
}

}  // namespace cardon::cli
