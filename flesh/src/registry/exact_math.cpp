// SPDX-License-Identifier: Apache-2.0
#include "registry/exact_math.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>
#include <vector>

namespace cardon {
namespace {

constexpr std::array<std::string_view, 9> inexact{"-ffast-math",
                                                  "-Ofast",
                                                  "-funsafe-math-optimizations",
                                                  "-fassociative-math",
                                                  "-freciprocal-math",
                                                  "-ffinite-math-only",
                                                  "-ffp-contract=fast",
                                                  "-mrecip",
                                                  "-mdaz-ftz"};

// What a flag takes back.
bool undoes(const std::string& flag, std::string_view earlier) {
  if (flag == "-fno-fast-math") return earlier == "-ffast-math" || earlier == "-Ofast";
  if (flag == "-ffp-contract=off") return earlier == "-ffp-contract=fast";
  if (flag.starts_with("-O")) return earlier == "-Ofast" && flag != "-Ofast";
  return flag.starts_with("-fno-") && earlier == "-f" + flag.substr(5);
}

}  // namespace

std::string inexact_flag(const std::string& compiled) {
  std::vector<std::string> active;
  std::istringstream words(compiled);
  for (std::string flag; words >> flag;) {
    std::erase_if(active, [&](const std::string& earlier) { return undoes(flag, earlier); });
    if (std::find(inexact.begin(), inexact.end(), flag) != inexact.end()) active.push_back(flag);
  }
  return active.empty() ? "" : active.front();
}

}  // namespace cardon
