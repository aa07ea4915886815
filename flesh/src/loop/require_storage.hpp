// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/storage_access.hpp>
#include <string>

namespace cardon {

/// What a driver offers for checkpoints. Throws Error checkpoint/driver if that is nothing (null).
StorageAccess& require_storage(StorageAccess* offered, const std::string& driver);

}  // namespace cardon
