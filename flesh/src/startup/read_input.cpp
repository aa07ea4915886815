// SPDX-License-Identifier: Apache-2.0
#include "startup/read_input.hpp"

#include <utility>

#include "parameters/included_files.hpp"

namespace cardon {
namespace {

ParameterInput file_input(const InputOptions& options) {
  ParameterInput input;
  for (const ParameterText& file : options.texts) input.add_text(file.name, file.text);
  return input;
}

InputOptions read(InputOptions options) {
  if (options.texts.empty()) read_files(options);
  return options;
}

ParameterInput with_overrides(ParameterInput input, const std::vector<std::string>& overrides) {
  for (const std::string& text : overrides) input.add_override(text);
  return input;
}

}  // namespace

void read_files(InputOptions& options) {
  std::vector<Problem> problems;
  options.texts = read_with_includes(options.files, problems);
  if (!problems.empty()) throw Error(std::move(problems));
}

ReadInput::ReadInput(const InputOptions& options)
    : overrides_(options.overrides),
      files_(file_input(read(options))),
      all_(with_overrides(files_, overrides_)) {
  if (!all_.readable()) throw Error(all_.problems());
}

ParameterInput ReadInput::with_text(const std::string& name, const std::string& text) const {
  ParameterInput input = files_;
  input.add_text(name, text);
  return with_overrides(std::move(input), overrides_);
}

}  // namespace cardon
