// SPDX-License-Identifier: Apache-2.0
#include "build_facts.hpp"

#include <cardon/thorn/thorn_entry.hpp>

#include "build_info.hpp"

namespace cardon::cli {

std::map<std::string, std::string> build_facts() {
  return {{"type", build_type},          {"compiler", build_compiler},
          {"flags", build_flags},        {"system", build_system},
          {"revision", build_revision},  {"access_checks", CARDON_CHECK_ACCESS_FLAG ? "on" : "off"},
          {"libraries", build_libraries}};
}

}  // namespace cardon::cli
