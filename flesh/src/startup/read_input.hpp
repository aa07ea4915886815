// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_input.hpp>
#include <string>

#include "startup/input_options.hpp"

namespace cardon {

/// Reads the parameter files, and those that they include, into InputOptions::texts, so that
/// whatever happens to the files later, all parts of a run see the same bytes. Throws Error
/// (parameter/file, parameter/include) with all that cannot be read.
void read_files(InputOptions& options);

/// A run that has been read: its parameter files and arguments as trees. Each file is parsed once.
class ReadInput {
 public:
  /// Files that have not been read are read. Throws Error with all problems found where a text is
  /// no YAML.
  explicit ReadInput(const InputOptions& options);

  /// The files alone.
  const ParameterInput& files() const { return files_; }
  /// Files, then arguments.
  const ParameterInput& all() const { return all_; }
  /// Files, then another text of such a file, then arguments.
  ParameterInput with_text(const std::string& name, const std::string& text) const;

 private:
  std::vector<std::string> overrides_;
  ParameterInput files_, all_;
};

}  // namespace cardon
