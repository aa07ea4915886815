// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/error.hpp>
#include <string>
#include <utility>
#include <vector>

namespace cardon {

inline constexpr char axis_name[] = "xyz";

/// Throws Error "driver/topology".
[[noreturn]] inline void fail_topology(const std::string& message, const Location& where,
                                       std::vector<std::string> notes, const std::string& help) {
  Problem problem;
  problem.slug = "driver/topology";
  problem.message = message;
  problem.where = where;
  problem.notes = std::move(notes);
  problem.help = help;
  throw Error(problem);
}

}  // namespace cardon
