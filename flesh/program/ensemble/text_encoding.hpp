// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace cardon {

/// Messages between master, managers and workers are JSON, which is UTF-8. Throws Error
/// ensemble/encoding if the text is not; `what` names it.
void require_utf8(const std::string& text, const std::string& what);

}  // namespace cardon
