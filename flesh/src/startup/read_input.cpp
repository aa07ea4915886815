// SPDX-License-Identifier: Apache-2.0
#include "startup/read_input.hpp"

#include <utility>

#include "cardon/kit/collective_or_throw.hpp"
#include "machine/host_names.hpp"
#include "parameters/parameter_file.hpp"

namespace cardon {
namespace {

std::vector<std::string> texts_of(const std::vector<std::string>& files) {
  std::vector<std::string> texts;
  std::vector<Problem> problems;
  for (const std::string& file : files) {
    auto read = read_parameter_file(file);
    if (auto* problem = std::get_if<Problem>(&read))
      problems.push_back(std::move(*problem));
    else
      texts.push_back(std::get<std::string>(std::move(read)));
  }
  if (!problems.empty()) throw Error(std::move(problems));
  return texts;
}

ParameterInput file_input(const InputOptions& options) {
  ParameterInput input;
  const bool is_read = options.texts.size() == options.files.size();
  for (std::size_t n = 0; n < options.files.size(); ++n)
    is_read ? input.add_text(options.files[n], options.texts[n]) : input.add_file(options.files[n]);
  return input;
}

ParameterInput with_overrides(ParameterInput input, const std::vector<std::string>& overrides) {
  for (const std::string& text : overrides) input.add_override(text);
  return input;
}

}  // namespace

void read_files(InputOptions& options) { options.texts = texts_of(options.files); }

void share_files(InputOptions& options, Transport& transport) {
  collective_or_throw(transport, [&] {
    if (transport.rank() == 0) read_files(options);
  });
  options.texts.resize(options.files.size());
  for (std::string& text : options.texts)
    text = gather_text(transport.rank() == 0 ? text : "", transport).front();
}

ReadInput::ReadInput(const InputOptions& options)
    : overrides_(options.overrides),
      files_(file_input(options)),
      all_(with_overrides(files_, overrides_)) {
  if (!all_.readable()) throw Error(all_.problems());
}

ParameterInput ReadInput::with_text(const std::string& name, const std::string& text) const {
  ParameterInput input = files_;
  input.add_text(name, text);
  return with_overrides(std::move(input), overrides_);
}

}  // namespace cardon
