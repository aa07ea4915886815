// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "network.hpp"
#include "tunnel.hpp"

namespace wan {

/// Carries packets between the interfaces wan0 of sites, each as late as the link between them
/// makes it, and takes commands from a datagram socket.
class Emulator {
 public:
  struct Site {
    std::string name;
    std::string network_namespace;  // its path
  };

  /// Throws std::system_error.
  Emulator(const std::vector<Site>& sites, const std::string& control_socket);
  Emulator(const Emulator&) = delete;
  ~Emulator();

  /// Until a site is gone, which throws std::system_error.
  [[noreturn]] void run();

 private:
  void open_control(const std::string& path);
  void watch(int descriptor, std::size_t label) const;
  void receive(std::size_t site);
  void answer();
  void wait();

  Network network_;
  std::vector<Tunnel> tunnels_;
  int control_ = -1, events_ = -1;
};

}  // namespace wan
