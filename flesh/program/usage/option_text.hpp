// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace cardon::usage {

/// An option or an argument of a command.
struct OptionText {
  /// What kind of path a shell offers for the value.
  enum class Path { none, file, folder };

  std::vector<std::string> names;  ///< {"-h", "--help"}; of an argument {"FILE"}
  std::string value;               ///< "FOLDER", "latest|PATH"; empty for flags and arguments
  std::string description;
  std::vector<std::string> words = {};  ///< values that a shell offers
  Path path = Path::none;
  bool repeatable = false;  ///< an argument that may be given several times
  bool required = false;
};

/// "--out FOLDER", "-h, --help", "FILE..."
std::string heading(const OptionText& option);

/// What a shell can offer where a value or an argument is called so: words in lower case are values
/// ("latest|PATH"), FILE and PATH are files, FOLDER and RUN are folders.
void offer_what(OptionText& option, const std::string& value);

}  // namespace cardon::usage
