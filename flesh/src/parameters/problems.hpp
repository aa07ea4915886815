// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/error.hpp>
#include <string>
#include <vector>

namespace cardon {

Problem make_problem(std::string slug, std::string message, const Location& where = {},
                     std::string hint = "");

/// "plane, gaussian".
std::string comma_list(const std::vector<std::string>& words);

/// `head` and the words as lines of at most about 90 characters.
std::vector<std::string> wrapped_list(const std::string& head,
                                      const std::vector<std::string>& words);

}  // namespace cardon
