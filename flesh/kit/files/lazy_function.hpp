// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace cardon {

/// A function of a module that the program loads when it first needs it, so that other commands
/// start without the libraries behind it. Modules stay loaded.
struct LazyFunction {
  void* address = nullptr;
  std::string reason;  ///< why there is none
};

/// The function, with C linkage, of lib/cardon/<module>.so.
LazyFunction lazy_function(const std::string& module, const char* name);

}  // namespace cardon
