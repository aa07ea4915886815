// SPDX-License-Identifier: Apache-2.0
#include "base/warnings.hpp"

#include <algorithm>
#include <cstdio>

namespace cardon {

void Warnings::add(Problem warning) {
  const bool known = std::any_of(all_.begin(), all_.end(),
                                 [&](const Problem& p) { return p.message == warning.message; });
  if (!known) all_.push_back(std::move(warning));
}

std::string Warnings::text(bool colour) const {
  std::string text;
  for (const Problem& p : all_) {
    std::string one = format_problem(p, colour);
    if (const auto at = one.find("error:"); at != std::string::npos) one.replace(at, 6, "warning:");
    text += one;
    if (text.back() != '\n') text += '\n';
  }
  return text;
}

void Warnings::throw_if_any() const {
  if (!all_.empty()) throw Error(all_);
}

void print_warning(const Problem& warning) {
  const std::string text = format_problem(warning);
  std::fputs(("\nwarning" + text.substr(text.find(':'))).c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace cardon
