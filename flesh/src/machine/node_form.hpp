// SPDX-License-Identifier: Apache-2.0
// The form of a tree that an owner reads by itself, with all mistakes in one pass.
#pragma once
#include <cardon/thorn/node.hpp>
#include <string>
#include <vector>

namespace cardon {

/// Does `work`; what it throws as Error is appended to `problems`.
template <class Work>
void attempt(std::vector<Problem>& problems, const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    problems.insert(problems.end(), error.problems().begin(), error.problems().end());
  }
}

/// Whether the node is a map, or a list of at least one entry; else a problem parameter/wrong-type.
bool is_map(const Node& node, const std::string& name, std::vector<Problem>& problems);
bool is_list(const Node& node, const std::string& name, std::vector<Problem>& problems);
/// A problem for each key that is not among the legal ones.
void check_keys(const Node& map, const std::string& name, const std::vector<std::string>& legal,
                std::vector<Problem>& problems);

}  // namespace cardon
