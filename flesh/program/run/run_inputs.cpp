// SPDX-License-Identifier: Apache-2.0
#include "run/run_inputs.hpp"

#include <fmt/format.h>

#include "base/printable.hpp"
#include "describe/resolved_yaml.hpp"
#include "output/lossy_links.hpp"
#include "provenance/citations.hpp"
#include "provenance/provenance.hpp"

namespace cardon {
namespace {

// The bytes of a file; several are told apart by comments.
std::string joined(const std::vector<ParameterText>& files) {
  if (files.size() == 1) return files.front().text;
  std::string text;
  for (const ParameterText& file : files) {
    text += fmt::format("# file {}\n{}", printable(file.name), file.text);
    if (!text.ends_with('\n')) text += '\n';
  }
  return text;
}

}  // namespace

std::string write_inputs(const RunFolder& folder, const PlacedRun& placed, Simulation& simulation,
                         const std::vector<ParameterText>& texts,
                         const std::map<std::string, std::string>& build) {
  folder.write("parfile.yaml", joined(texts));
  folder.write("resolved.yaml", resolved_yaml(*placed.run.parameters));
  const std::string provenance = provenance_json(placed, simulation.restored(), build,
                                                 losses_text(simulation.driver().timings().links));
  folder.write("provenance.json", provenance);
  if (const std::string works = citations_text(placed.run.library.active); !works.empty())
    folder.write("citations.txt", works);
  return provenance;
}

}  // namespace cardon
