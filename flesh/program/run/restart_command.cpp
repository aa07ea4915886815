// SPDX-License-Identifier: Apache-2.0
#include "run/restart_command.hpp"

#include <fmt/format.h>

#include <cardon/kit/shell_quoted.hpp>

namespace cardon {

std::string restart_command(const RunOptions& options, const std::filesystem::path& checkpoint,
                            int ranks) {
  const InputOptions& input = options.input;
  const bool launched = ranks > 1 && options.ranks == 0;
  std::string text = launched ? fmt::format("mpirun -n {} cardon run", ranks) : "cardon run";
  const auto add = [&](const std::string& word) { text += " " + shell_quoted(word); };
  for (const std::string& file : input.files) add(file);
  for (const std::string& words : input.overrides) add(words);
  for (const std::string& folder : input.thorn_path) {
    add("--thorn-path");
    add(folder);
  }
  if (options.ranks > 0) text += fmt::format(" --ranks {}", options.ranks);
  add("--restart");
  add(checkpoint.string());
  return text;
}

}  // namespace cardon
