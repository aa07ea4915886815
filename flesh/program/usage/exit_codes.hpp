// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cardon/thorn/error.hpp>

namespace cardon::usage {

struct ExitMeaning {
  ExitCode code;
  const char* meaning;
};

/// For people and scripts.
inline constexpr std::array<ExitMeaning, 6> exit_codes{{
    {exit_finished, "The command succeeded."},
    {exit_bad_input, "The parameter file or the command line contains an error."},
    {exit_health, "A health check stopped the run: values are not finite or out of bounds."},
    {exit_environment, "A resource is missing: disk space, memory, MPI or network."},
    {exit_bug, "Cardon has a bug."},
    {exit_resubmit, "The run stopped in time with a checkpoint; restart it."},
}};

}  // namespace cardon::usage
