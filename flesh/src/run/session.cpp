// SPDX-License-Identifier: Apache-2.0
#include "run/session.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <Kokkos_Core.hpp>
#include <cstdlib>
#include <filesystem>

namespace cardon {
namespace {

/// The first of these environment variables that is a number.
int number_from(std::initializer_list<const char*> names, int otherwise) {
  for (const char* name : names)
    if (const char* text = std::getenv(name)) {
      char* end = nullptr;
      const long value = std::strtol(text, &end, 10);
      if (end != text && *end == '\0') return int(value);
    }
  return otherwise;
}

}  // namespace

int launch_rank() { return number_from({"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"}, 0); }
int launch_size() { return number_from({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}, 1); }

bool stdout_is_terminal() {
  if (isatty(STDOUT_FILENO) == 0) return false;
  if (launch_size() == 1) return true;
  std::error_code code;
  const auto target =
      std::filesystem::read_symlink(fmt::format("/proc/{}/fd/1", getppid()), code).string();
  return !code && target.rfind("/dev/", 0) == 0 && target != "/dev/null";
}

std::shared_ptr<Transport> make_transport(const ServiceCatalogue& catalogue) {
  return catalogue.make<Transport>(launch_size() > 1 ? "mpi" : "self");
}

ExecutionSpace::ExecutionSpace() : mine_(!Kokkos::is_initialized()) {
  if (mine_) Kokkos::initialize();
}

ExecutionSpace::~ExecutionSpace() {
  if (mine_) Kokkos::finalize();
}

}  // namespace cardon
