// SPDX-License-Identifier: Apache-2.0
#include "run/run_inputs.hpp"

#include "record/citations.hpp"
#include "record/link_figures.hpp"
#include "record/provenance.hpp"

namespace cardon {

std::string write_inputs(const RunFolder& folder, const PlacedRun& placed, Simulation& simulation,
                         const std::vector<std::string>& texts,
                         const std::map<std::string, std::string>& build) {
  std::string text;
  for (const std::string& file : texts) text += file;
  folder.write("parfile.yaml", text);
  folder.write("resolved.yaml", resolved_yaml(*placed.run.parameters));
  const std::string provenance = provenance_json(placed, simulation.restored(), build,
                                                 losses_text(simulation.driver().timings().links));
  folder.write("provenance.json", provenance);
  if (const std::string works = citations_text(placed.run.library.active); !works.empty())
    folder.write("citations.txt", works);
  return provenance;
}

}  // namespace cardon
