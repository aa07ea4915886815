// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json.hpp>

#include "python_command.hpp"
#include "verb.hpp"

namespace cardon::cli {

/// A verb that is written in Python.
class PythonVerb : public Verb {
 public:
  int execute() final { become_python(name(), options()); }
  /// What the Python program is told of the command line. Throws Error for what the user can
  /// correct.
  virtual nlohmann::json options() const = 0;
};

}  // namespace cardon::cli
