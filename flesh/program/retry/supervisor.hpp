// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "retry/retry_options.hpp"

namespace cardon {

/// Starts a run, and again from its last good checkpoint as often as it fails by what may go well
/// next time: a rank that was killed, disk, MPI, network, a bug, an end that it did not record
/// itself. Between attempts it waits, longer and longer. Signals that are a wish to stop are passed
/// on, to launchers as SIGUSR1; a run that was asked to stop is not started again. Returns the exit
/// code of the last attempt. Throws Error (run/launch), (environment/folder), and
/// (run/no-more-retries) with the exit code of the last attempt, or exit_environment if it was
/// killed or did not come to its end.
int run_with_retries(const RetryOptions& options);

}  // namespace cardon
