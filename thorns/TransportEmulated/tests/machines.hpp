// SPDX-License-Identifier: Apache-2.0
// Machines for tests: neighbouring sites joined by equal links, and messages to send between them.
#pragma once
#include <cardon/services/machine.hpp>
#include <cstring>
#include <vector>

namespace cardon::test {

using Bytes = std::vector<std::byte>;

/// sites[s] is the number of ranks of site s; they are called a, b, c ...
inline Machine chain(const std::vector<int>& sites, Real latency, Real bandwidth) {
  Machine machine;
  int rank = 0;
  for (std::size_t s = 0; s < sites.size(); ++s) {
    Site& site = machine.sites.emplace_back();
    site.name = std::string(1, char('a' + s));
    for (int n = 0; n < sites[s]; ++n) site.ranks.push_back(rank++);
    if (s == 0) continue;
    const int before = int(s) - 1;
    const std::string name = machine.sites[s - 1].name + "-" + site.name;
    machine.links.push_back({name, {before, before + 1}, latency, bandwidth});
  }
  machine.emulation.active = true;
  return machine;
}

/// Bytes that tell the messages of a test apart.
inline Bytes pattern(std::size_t size, int which) {
  Bytes bytes(size);
  for (std::size_t n = 0; n < size; ++n)
    bytes[n] = static_cast<std::byte>((n * 13 + n / 251 + std::size_t(which) * 7) % 256);
  return bytes;
}

/// A number as a message.
template <class Number>
Bytes packed(Number number, std::size_t size = sizeof(Number)) {
  Bytes bytes(size);
  std::memcpy(bytes.data(), &number, sizeof number);
  return bytes;
}

template <class Number>
Number unpacked(const Bytes& bytes) {
  Number number;
  std::memcpy(&number, bytes.data(), sizeof number);
  return number;
}

}  // namespace cardon::test
