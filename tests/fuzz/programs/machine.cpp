// SPDX-License-Identifier: Apache-2.0
// A machine file: problems, or a machine.
#include <cardon/services/parameter_input.hpp>

#include "fuzz_input.hpp"
#include "machine/machine_reader.hpp"
#include "plans/machine_text.hpp"

namespace cardon::fuzz {

void try_machine(const std::uint8_t* data, std::size_t size) {
  ParameterInput input;
  input.add_text("fuzz.yaml", std::string_view(reinterpret_cast<const char*>(data), size));
  std::vector<Problem> problems = input.problems();
  if (input.layers().empty()) return;
  const MachineSpec spec = read_machine(input.layers().front(), problems);
  if (!problems.empty()) {
    format_problems(problems);
    return;
  }
  Machine machine;
  machine.links = spec.links;
  machine.emulation = spec.emulation;
  emulation_text(machine);
  require(spec.ranks() >= 0 && spec.axis >= -1 && spec.axis < 3, "a machine out of range");
  for (const SiteLink& link : spec.links)
    for (const int site : link.sites)
      require(site >= 0 && std::size_t(site) < spec.sites.size(), "a link to nowhere");
}

}  // namespace cardon::fuzz
