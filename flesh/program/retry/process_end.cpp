// SPDX-License-Identifier: Apache-2.0
#include "retry/process_end.hpp"

#include <fmt/format.h>

#include <cardon/thorn/error.hpp>
#include <cstring>

namespace cardon {
namespace {

constexpr int launcher_adds = 128, last_signal = 64;

std::string signal_text(int signal) {
  const char* name = sigabbrev_np(signal);
  return name == nullptr ? fmt::format("killed by signal {}", signal)
                         : fmt::format("killed by SIG{}", name);
}

std::string meaning_of_code(int code) {
  switch (code) {
    case exit_finished:
      return "finished";
    case exit_bad_input:
      return "refused";
    case exit_health:
      return "stopped by the health check";
    case exit_environment:
      return "disk, MPI or network";
    case exit_bug:
      return "a bug";
    case exit_resubmit:
      return "stopped with a checkpoint";
    default:
      return "";
  }
}

std::string code_text(int code, const std::string& why) {
  return fmt::format("exit code {}", code) + (why.empty() ? "" : fmt::format(" ({})", why));
}

}  // namespace

int ProcessEnd::killed_by() const {
  if (signal != 0) return signal;
  return code > launcher_adds && code <= launcher_adds + last_signal ? code - launcher_adds : 0;
}

std::string ProcessEnd::text() const {
  const std::string after = recorded ? ", after the run had ended with " +
                                           code_text(*recorded, meaning_of_code(*recorded))
                                     : "";
  return process_text() + after;
}

std::string ProcessEnd::process_text() const {
  if (outlived_ranks) return "its ranks were gone, but the launcher did not end";
  if (unfinished) return "exit code 0, but the run has not recorded its end in summary.json";
  if (signal != 0) return signal_text(signal);
  const std::string why = killed_by() != 0 ? signal_text(killed_by()) : meaning_of_code(code);
  return code_text(code, why);
}

}  // namespace cardon
