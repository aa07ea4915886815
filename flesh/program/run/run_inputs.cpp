// SPDX-License-Identifier: Apache-2.0
#include "run/run_inputs.hpp"

#include "record/citations.hpp"
#include "record/link_figures.hpp"
#include "record/provenance.hpp"

namespace cardon {

std::string write_inputs(const RunFolder& folder, const Setup& setup, Transport& transport,
                         Simulation& simulation, const std::vector<std::string>& texts,
                         const std::map<std::string, std::string>& build) {
  std::string text;
  for (const std::string& file : texts) text += file;
  folder.write("parfile.yaml", text);
  folder.write("resolved.yaml", resolved_yaml(*setup.parameters));
  const std::string provenance =
      provenance_json(setup, build, transport, losses_text(simulation.driver().timings().links));
  folder.write("provenance.json", provenance);
  if (const std::string works = citations_text(setup.library.active); !works.empty())
    folder.write("citations.txt", works);
  return provenance;
}

}  // namespace cardon
