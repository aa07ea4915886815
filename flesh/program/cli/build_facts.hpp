// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>

namespace cardon::cli {

/// How this copy of Cardon was built: for RunOptions::build.
std::map<std::string, std::string> build_facts();

}  // namespace cardon::cli
