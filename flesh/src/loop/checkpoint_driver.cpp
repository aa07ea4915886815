// SPDX-License-Identifier: Apache-2.0
#include "loop/checkpoint_driver.hpp"

namespace cardon {

// A driver says that it lacks a method by what the method throws.
std::string missing_for_checkpoints(Driver& driver) try {
  driver.layout();
  driver.storages();
  return "";
} catch (const Bug& lack) {
  return lack.what();
}

void require_checkpoints(Driver& driver, const std::string& name) {
  const std::string missing = missing_for_checkpoints(driver);
  if (missing.empty()) return;
  throw Error(Problem{.slug = "checkpoint/driver",
                      .message = "the driver " + name + " has no checkpoints",
                      .notes = {missing},
                      .help = "take another driver, or leave out checkpoint: and --restart"});
}

}  // namespace cardon
