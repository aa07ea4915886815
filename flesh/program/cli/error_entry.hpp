// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace cardon::cli {

/// The entry of an error slug such as "parameter/unknown" in errors.md, or "". An entry is a
/// heading that holds the slug and what follows it up to the next heading.
std::string error_entry(const std::string& slug);
/// All slugs that errors.md explains.
std::vector<std::string> error_slugs();

}  // namespace cardon::cli
