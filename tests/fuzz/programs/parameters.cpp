// SPDX-License-Identifier: Apache-2.0
// A parameter file and, behind a line "%%", key=value arguments, one per line: whatever they are,
// there are problems or values, and values that are written and read again are the same.
#include <sstream>

#include "../../../flesh/tests/parameters/fixture.hpp"
#include "describe/resolved_yaml.hpp"
#include "fuzz_input.hpp"

namespace cardon::fuzz {
namespace {

const ParameterRegistry& registry() {
  static const ParameterRegistry all = testing::wave_registry();
  return all;
}

void read_back(const ParameterSet& parameters) {
  const std::string text = resolved_yaml(parameters);
  ParameterInput again;
  again.add_text("resolved.yaml", text);
  std::vector<Problem> problems = again.problems();
  const ParameterSet same = resolve_parameters(registry(), again, problems);
  require(problems.empty(), "resolved.yaml is refused:\n" + text + format_problems(problems));
  for (const auto& [path, section] : registry().sections()) {
    const auto before = parameters.instances(path), after = same.instances(path);
    require(before.size() == after.size(), "instances of " + path + " get lost:\n" + text);
    for (std::size_t n = 0; n < before.size(); ++n)
      for (const ParameterDeclaration& p : section.parameters)
        require(before[n]->at(p.name).value == after[n]->at(p.name).value,
                section.qualified(p.name) + " is read back otherwise:\n" + text);
  }
}

void evaluate(const ParameterSet& parameters) {
  const ExpressionFunction profile = parameters.section("WaveToy").function("profile");
  const ExpressionFunction copy = profile;
  const Real one = profile(0.5, 0.25, -1, 2), other = copy(0.5, 0.25, -1, 2);
  require(one == other || (one != one && other != other), "a formula has two values");
}

}  // namespace

void try_parameters(const std::uint8_t* data, std::size_t size) {
  const std::vector<std::string> texts = parts(data, size, 2);
  ParameterInput input;
  input.add_text("fuzz.yaml", texts[0]);
  std::istringstream lines(texts[1]);
  for (std::string argument; std::getline(lines, argument);) input.add_override(argument);
  input.thorns();
  input.thorn_path();
  std::vector<Problem> problems;
  const ParameterSet parameters = resolve_parameters(registry(), input, problems);
  if (!problems.empty()) {
    format_problems(problems);
    return;
  }
  evaluate(parameters);
  read_back(parameters);
}

}  // namespace cardon::fuzz
