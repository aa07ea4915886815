// SPDX-License-Identifier: Apache-2.0
#include "run/session.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

namespace cardon {
namespace {

/// What launchers say in the environment; below 0 where none started the process.
int rank_in_environment() {
  for (const char* name : {"PMIX_RANK", "PMI_RANK"})
    if (const char* text = std::getenv(name)) {
      char* end = nullptr;
      const long value = std::strtol(text, &end, 10);
      if (end != text && *end == '\0' && value >= 0) return int(value);
    }
  return -1;
}

}  // namespace

bool is_launched() { return rank_in_environment() >= 0; }
int launch_rank() { return std::max(rank_in_environment(), 0); }

bool stdout_is_terminal() {
  if (isatty(STDOUT_FILENO) == 0) return false;
  if (!is_launched()) return true;
  std::error_code code;
  const auto target =
      std::filesystem::read_symlink(fmt::format("/proc/{}/fd/1", getppid()), code).string();
  return !code && target.rfind("/dev/", 0) == 0 && target != "/dev/null";
}

const char* transport_name() { return is_launched() ? "mpi" : "self"; }

std::shared_ptr<Transport> make_transport(const ServiceCatalogue& catalogue) {
  return catalogue.make<Transport>(transport_name());
}

int with_transport(const std::shared_ptr<Transport>& transport, const std::function<int()>& work) {
  const auto leave_alone = [&] {
    // To the very end, and in reach, so that no tool takes it for lost.
    static auto* const left_alone = new std::vector<std::shared_ptr<Transport>>;
    if (transport->size() > 1) left_alone->push_back(transport);
  };
  try {
    return work();
  } catch (const Error& error) {
    if (!error.is_on_all_ranks()) leave_alone();
    throw;
  } catch (const std::exception&) {
    leave_alone();
    throw;
  }
}

ExecutionSpace::ExecutionSpace() : mine_(!Kokkos::is_initialized()) {
  if (mine_) Kokkos::initialize();
}

ExecutionSpace::~ExecutionSpace() {
  if (mine_) Kokkos::finalize();
}

}  // namespace cardon
