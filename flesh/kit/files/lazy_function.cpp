// SPDX-License-Identifier: Apache-2.0
#include "files/lazy_function.hpp"

#include <dlfcn.h>

#include "base/install_tree.hpp"

namespace cardon {
namespace {

// Beside libcardon.so; a program that holds the flesh itself lies in bin/.
std::filesystem::path module_file(const std::string& module) {
  const std::filesystem::path here = library_folder(), name = "cardon/" + module + ".so";
  const std::filesystem::path of_build = here.parent_path() / "lib" / name;
  std::error_code ignored;
  return std::filesystem::exists(of_build, ignored) ? of_build : here / name;
}

}  // namespace

LazyFunction lazy_function(const std::string& module, const char* name) {
  void* loaded = dlopen(module_file(module).c_str(), RTLD_NOW | RTLD_LOCAL);
  LazyFunction function{loaded ? dlsym(loaded, name) : nullptr, ""};
  if (function.address) return function;
  const char* reason = dlerror();
  function.reason = reason ? reason : std::string("its file has no function ") + name;
  return function;
}

}  // namespace cardon
