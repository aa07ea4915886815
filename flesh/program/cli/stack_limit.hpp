// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon::cli {

/// A stack at its end is a signal without a word. Where the limit is lower than what runs need, but
/// may be raised, it is, and the program begins again, so that its threads have it too. Throws
/// Error "cli/stack-limit" (exit_environment) where it may not be raised.
void require_stack(char** argv);

}  // namespace cardon::cli
