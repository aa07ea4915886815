// SPDX-License-Identifier: Apache-2.0
#include "run/restart_command.hpp"

#include <fmt/format.h>

#include "cardon/shell_quoted.hpp"

namespace cardon {

std::string restart_command(const InputOptions& input, const std::filesystem::path& checkpoint,
                            int ranks) {
  std::string text = ranks > 1 ? fmt::format("mpirun -n {} cardon run", ranks) : "cardon run";
  const auto add = [&](const std::string& word) { text += " " + shell_quoted(word); };
  for (const std::string& file : input.files) add(file);
  for (const std::string& words : input.overrides) add(words);
  for (const std::string& folder : input.thorn_path) {
    add("--thorn-path");
    add(folder);
  }
  add("--restart");
  add(checkpoint.string());
  return text;
}

}  // namespace cardon
