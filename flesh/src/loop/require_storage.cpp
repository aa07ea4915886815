// SPDX-License-Identifier: Apache-2.0
#include "loop/require_storage.hpp"

#include <cardon/thorn/error.hpp>

namespace cardon {

StorageAccess& require_storage(StorageAccess* offered, const std::string& driver) {
  if (offered != nullptr) return *offered;
  throw Error(Problem{.slug = "checkpoint/driver",
                      .message = "the driver " + driver + " has no checkpoints",
                      .notes = {"it gives no access to its blocks"},
                      .help = "choose another driver, or leave out checkpoint: and --restart"});
}

}  // namespace cardon
