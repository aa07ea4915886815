// SPDX-License-Identifier: Apache-2.0
// A registry with the flesh, two thorns and an output service, as a run would have.
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <string>
#include <vector>

#include "../support/parameter_section.hpp"

namespace cardon::testing {

inline constexpr Parameter speed{"speed", 1.0, "Wave speed", positive, unit("m/s")};
inline constexpr Parameter width{"width", 0.2, "Width of the Gaussian", positive, unit("m")};
inline constexpr Parameter order{"order", 2, "Order of the differences", one_of(2, 4, 6)};
inline constexpr Parameter radius{"radius", 0.25, "Radius of the shell", unit("m")};
inline constexpr Parameter initial{"initial", "gaussian", "Initial data",
                                   one_of("plane", "gaussian")};
inline constexpr Parameter<Vec3> centre{
    "centre", {0.5, 0.5, 0.5}, "Centre of the Gaussian", unit("m")};
inline constexpr Parameter damped{"damped", false, "Whether the wave is damped"};
inline constexpr Parameter modes{"modes", list_of(1, 2), "Modes of the noise", at_least(1)};
inline constexpr Expression profile{"profile", "exp(-r^2/width^2)",
                                    "Initial profile in x, y, z, r, t"};

inline ParameterRegistry wave_registry() {
  ParameterRegistry registry;
  add_flesh_sections(registry);
  registry.add(section(
      "WaveToy", {declare(speed), declare(width), declare(order), declare(radius), declare(initial),
                  declare(centre), declare(damped), declare(modes), declare(profile)}));
  using Names = List<std::string_view>;
  const auto fields = declare(Parameter<Names>{"fields", {}, "Fields to write"});
  const auto every = declare_interval("every", "How often", "1");
  registry.add(section(
      "emulation", {declare(Parameter{"padding", 0.0, "Padding of tasks", formerly("grid.padded")}),
                    declare(Parameter{"depth", 0, "Depth", formerly("deepest")})}));
  registry.add(
      section("output.scalars",
              {every, fields, declare(Parameter<Names>{"reductions", {}, "Reductions to write"})},
              SectionUse::on_request));
  registry.add(section("output.fields", {every, fields}, SectionUse::on_request));
  registry.add(section("output.slices", {every, fields, declare(Parameter{"plane", "xy", "Plane"})},
                       SectionUse::repeatable));
  registry.know_thorn("WaveToy");
  registry.know_thorn("Diffusion");
  registry.offer("output.checkpoint", "Checkpoint");
  return registry;
}

/// What came out of a text and overrides.
struct Outcome {
  explicit Outcome(const std::string& text, const std::vector<std::string>& overrides = {})
      : registry(wave_registry()), parameters(registry) {
    input.add_text("test.yaml", text);
    for (const std::string& argument : overrides) input.add_override(argument);
    parameters = resolve_parameters(registry, input, problems);
  }
  Outcome(const Outcome&) = delete;
  std::string errors() const { return problems.empty() ? "" : format_problems(problems); }

  ParameterRegistry registry;
  ParameterInput input;
  std::vector<Problem> problems;
  ParameterSet parameters;
};

}  // namespace cardon::testing
