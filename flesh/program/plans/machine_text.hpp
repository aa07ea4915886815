// SPDX-License-Identifier: Apache-2.0
// The machine of a run in words.
#pragma once
#include <cardon/services/machine.hpp>
#include <string>

namespace cardon {

/// "a (2 ranks), b (1 rank); known from two-sites.yaml".
std::string sites_text(const Machine& machine);

/// "emulated; after 10 s a-b 300 ms, after 20 s a-b 0.3 MB/s"; empty: links are as they are.
std::string emulation_text(const Machine& machine);

}  // namespace cardon
