// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

namespace wan {

/// The interface wan0 of a site: what the site sends there can be read here, and the other way
/// round. Lives in the site's network namespace and disappears with this object.
class Tunnel {
 public:
  /// The path of the namespace, for example /proc/PID/ns/net. Throws std::system_error.
  explicit Tunnel(const std::string& network_namespace);
  Tunnel(const Tunnel&) = delete;
  Tunnel(Tunnel&& other) noexcept;
  ~Tunnel();

  int descriptor() const { return descriptor_; }

  /// The next packet, or nothing. Throws std::system_error if the site is gone.
  std::optional<std::string> read();

  /// A packet for an interface that is down is lost.
  void write(const std::string& packet);

 private:
  int descriptor_;
};

}  // namespace wan
