// SPDX-License-Identifier: Apache-2.0
#include "session/session.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {
namespace {

/// A whole number in the environment; below 0: there is none.
int number_in_environment(const char* name) {
  const char* text = std::getenv(name);
  if (text == nullptr) return -1;
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  return end != text && *end == '\0' && value >= 0 && value <= INT_MAX ? int(value) : -1;
}

bool is_set(const char* name) { return std::getenv(name) != nullptr; }

/// A variable alone may be left over from anything; a launcher also says how to reach it.
bool is_under_pmi() {
  const int descriptor = number_in_environment("PMI_FD");
  if (descriptor >= 0) return fcntl(descriptor, F_GETFD) != -1;
  return is_set("PMI_PORT") || is_set("PMI_SIZE");
}

/// What launchers say in the environment; below 0 where none started the process.
int rank_in_environment() {
  if (const int rank = number_in_environment("PMIX_RANK"); rank >= 0 && is_set("PMIX_NAMESPACE"))
    return rank;
  return is_under_pmi() ? number_in_environment("PMI_RANK") : -1;
}

}  // namespace

bool is_launched() { return rank_in_environment() >= 0; }
int launch_rank() { return std::max(rank_in_environment(), 0); }

// Each launcher has a name of its own for it, with the same end.
int launch_size() {
  if (!is_launched()) return 1;
  int size = std::max(number_in_environment("PMI_SIZE"), 1);
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const std::string name(text.substr(0, text.find('=')));
    if (name.ends_with("_COMM_WORLD_SIZE"))
      size = std::max(size, number_in_environment(name.c_str()));
  }
  return size;
}

bool stdout_is_terminal() {
  if (isatty(STDOUT_FILENO) == 0) return false;
  if (!is_launched()) return true;
  std::error_code code;
  const auto target =
      std::filesystem::read_symlink(fmt::format("/proc/{}/fd/1", getppid()), code).string();
  return !code && target.rfind("/dev/", 0) == 0 && target != "/dev/null";
}

const ServiceCatalogue::Entry& transport_entry(const ServiceCatalogue& catalogue) {
  return catalogue.require_with(role_name<Transport>,
                                is_launched() ? feature::launched : feature::standard);
}

std::shared_ptr<Transport> make_transport(const ServiceCatalogue& catalogue) {
  return catalogue.make<Transport>(transport_entry(catalogue).service.name);
}

int with_transport(const std::shared_ptr<Transport>& transport, const std::function<int()>& work) {
  const auto leave_alone = [&] {
    // To the very end, and in reach, so that no tool takes it for lost.
    static auto* const left_alone = new std::vector<std::shared_ptr<Transport>>;
    static std::mutex leaving;  // ranks may be threads
    const std::lock_guard lock(leaving);
    if (transport->size() > 1) left_alone->push_back(transport);
  };
  try {
    return work();
  } catch (const Error& error) {
    if (error.is_on_all_ranks()) throw AgreedError(error);
    leave_alone();
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
