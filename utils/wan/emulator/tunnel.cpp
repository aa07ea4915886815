// SPDX-License-Identifier: Apache-2.0
#include "tunnel.hpp"

#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace wan {
namespace {

int checked(int result, const std::string& what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
  return result;
}

/// Enters a network namespace for as long as it lives.
class Visit {
 public:
  explicit Visit(const std::string& path)
      : home_(checked(open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC), "own namespace")) {
    const int there = checked(open(path.c_str(), O_RDONLY | O_CLOEXEC), path);
    const int entered = setns(there, CLONE_NEWNET);
    close(there);
    checked(entered, "entering " + path);
  }
  Visit(const Visit&) = delete;
  ~Visit() {
    setns(home_, CLONE_NEWNET);
    close(home_);
  }

 private:
  int home_;
};

}  // namespace

Tunnel::Tunnel(const std::string& network_namespace) {
  const Visit visit(network_namespace);
  descriptor_ = checked(open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC), "/dev/net/tun");
  ifreq request{};
  request.ifr_flags = IFF_TUN | IFF_NO_PI;
  std::strcpy(request.ifr_name, "wan0");
  checked(ioctl(descriptor_, TUNSETIFF, &request), "making wan0");
}

Tunnel::Tunnel(Tunnel&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

Tunnel::~Tunnel() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::optional<std::string> Tunnel::read() {
  static std::array<char, 65536> buffer;
  const auto size = ::read(descriptor_, buffer.data(), buffer.size());
  if (size >= 0) return std::string(buffer.data(), static_cast<std::size_t>(size));
  if (errno == EAGAIN || errno == EINTR) return std::nullopt;
  throw std::system_error(errno, std::generic_category(), "a site is gone");
}

void Tunnel::write(const std::string& packet) {
  if (::write(descriptor_, packet.data(), packet.size()) < 0 && errno == EBADFD)
    throw std::system_error(errno, std::generic_category(), "a site is gone");
}

}  // namespace wan
