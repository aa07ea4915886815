// SPDX-License-Identifier: Apache-2.0
#include "access.hpp"

#include <fmt/format.h>

#include <random>

namespace cardon {
namespace {

bool is_equal(std::string_view a, std::string_view b) {
  if (a.empty() || a.size() != b.size()) return false;
  unsigned char difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference = static_cast<unsigned char>(difference | (a[i] ^ b[i]));
  return difference == 0;
}

}  // namespace

// Each call of the device gives 32 bits from the generator of the system.
std::string random_token() {
  std::random_device random;
  std::string token;
  for (int n = 0; n < 4; ++n) token += fmt::format("{:08x}", random());
  return token;
}

bool has_token(std::string_view authorization, std::string_view token) {
  constexpr std::string_view scheme = "Bearer ";
  return authorization.starts_with(scheme) && is_equal(authorization.substr(scheme.size()), token);
}

std::string_view host_of(std::string_view host_and_port) {
  const std::size_t bracket = host_and_port.find(']');
  const std::size_t colon = host_and_port.find(':', bracket == host_and_port.npos ? 0 : bracket);
  if (colon == host_and_port.npos) return host_and_port;
  const bool is_port =
      host_and_port.find_first_not_of("0123456789", colon + 1) == host_and_port.npos;
  return is_port ? host_and_port.substr(0, colon) : "";
}

bool is_loopback(std::string_view host) {
  return host == "127.0.0.1" || host == "localhost" || host == "[::1]" || host == "::1";
}

bool is_same_origin(std::string_view origin, std::string_view host, bool tls) {
  const std::string_view scheme = tls ? "https://" : "http://";
  return origin.starts_with(scheme) && origin.substr(scheme.size()) == host;
}

}  // namespace cardon
