// SPDX-License-Identifier: Apache-2.0
// An output for tests of those who call it.
#pragma once
#include <cardon/kit/background_writer.hpp>
#include <cardon/services/output.hpp>
#include <cardon/services/parameter_section.hpp>
#include <cardon/thorn/error.hpp>
#include <set>
#include <string>
#include <vector>

namespace cardon {

/// Tells what is asked of it; cannot write at some iterations.
struct Diary : Output {
  Diary(std::string own_name, std::vector<std::string>& all)
      : name(std::move(own_name)), calls(all) {}
  void open(const OutputSetup& setup) override { background = setup.background; }
  void write(const Snapshot& snapshot) override {
    calls.push_back(name + " " + std::to_string(snapshot.iteration));
    times.push_back(snapshot.time);
    for (const ScalarValue& scalar : snapshot.scalars) scalars.push_back(scalar.value);
    const auto work = [this, fails = failing.contains(snapshot.iteration)] {
      if (fails) throw Error({.slug = slug, .message = "no room"}, exit_environment);
    };
    background != nullptr ? background->add(8, work) : work();
  }
  void close() override {
    calls.push_back(name + " closed");
    if (fails_at_end) throw Error({.slug = slug, .message = "no room"}, exit_environment);
  }
  void steered() override { calls.push_back(name + " steered"); }
  std::size_t bytes_written() const override { return 100; }

  std::string name, slug = "output/write-failed";
  std::vector<std::string>& calls;
  std::set<long> failing;
  bool fails_at_end = false;
  std::vector<Real> times, scalars;
  BackgroundWriter* background = nullptr;
};

/// What Outputs look at of a parameter file.
inline ParameterSection output_section() {
  return {.path = "output",
          .parameters = {
              declare(Parameter{"on_failure", "stop", "As of a run", one_of("stop", "continue")}),
              declare(Parameter{"background", "always", "As of a run", one_of("always", "never")}),
              declare(Parameter{"memory", 1e6, "As of a run", positive})}};
}

}  // namespace cardon
