// SPDX-License-Identifier: Apache-2.0
#include "parameters/checkpoint_section.hpp"

namespace cardon {

ParameterSection checkpoint_section() {
  ParameterSection section;
  section.path = "checkpoint";
  section.description = "Where a run can be restarted from";
  section.provider = "flesh";
  ParameterDeclaration every =
      declare_interval("every", "Iterations, or simulated time, between checkpoints");
  every.steering = Steering::while_running;
  section.parameters = {
      every,
      declare(
          Parameter{"wall", 3600.0, "Time on the clock between checkpoints", positive, unit("s")}
              .steerable())
          .without_default(),
      declare(Parameter{"keep", 2, "Number of newest checkpoints to keep", at_least(1)}),
      declare(Parameter{"on_stop", "always",
                        "Final checkpoint when the run ends: always; early: only if it is stopped "
                        "before its end; never",
                        one_of("early", "always", "never")}),
      declare(
          Parameter{"writers", 1, "Number of ranks of each site that write a file", at_least(1)}),
      declare(Parameter{"overlap", "always", "Write while the steps continue",
                        one_of("always", "never")}),
  };
  return section;
}

}  // namespace cardon
