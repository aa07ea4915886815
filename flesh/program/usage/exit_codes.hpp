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
    {exit_finished, "The command has done what was asked."},
    {exit_bad_input, "There is a mistake in a parameter file or on the command line."},
    {exit_health, "A health check stopped the run: values are not finite or out of bounds."},
    {exit_environment, "The computer does not provide what is needed: disk, memory, MPI, network."},
    {exit_bug, "There is a mistake in Cardon."},
    {exit_resubmit, "The run stopped in time with a checkpoint; restart it."},
}};

}  // namespace cardon::usage
