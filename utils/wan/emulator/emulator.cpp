// SPDX-License-Identifier: Apache-2.0
#include "emulator.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "control.hpp"

namespace wan {
namespace {

constexpr Nanoseconds second = 1'000'000'000;

Nanoseconds now() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return Nanoseconds{t.tv_sec} * second + t.tv_nsec;
}

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

std::vector<std::string> names(const std::vector<Emulator::Site>& sites) {
  std::vector<std::string> result;
  result.reserve(sites.size());
  for (const auto& site : sites) result.push_back(site.name);
  return result;
}

}  // namespace

Emulator::Emulator(const std::vector<Site>& sites, const std::string& control_socket)
    : network_(names(sites)) {
  events_ = epoll_create1(EPOLL_CLOEXEC);
  if (events_ < 0) fail("epoll");
  for (const Site& site : sites) {
    tunnels_.emplace_back(site.network_namespace);
    watch(tunnels_.back().descriptor(), tunnels_.size() - 1);
  }
  open_control(control_socket);
  watch(control_, tunnels_.size());
}

Emulator::~Emulator() {
  close(control_);
  close(events_);
}

void Emulator::open_control(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    fail(path);
  }
  std::copy(path.begin(), path.end(), address.sun_path);
  control_ = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  unlink(path.c_str());
  if (bind(control_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) fail(path);
}

void Emulator::watch(int descriptor, std::size_t label) const {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = label;
  if (epoll_ctl(events_, EPOLL_CTL_ADD, descriptor, &event) != 0) fail("epoll");
}

/// A limited number at a time, so that a site that sends a lot does not delay arrivals elsewhere.
void Emulator::receive(std::size_t site) {
  for (int n = 0; n < 64; ++n) {
    auto packet = tunnels_[site].read();
    if (!packet) return;
    network_.send(site, std::move(*packet), now());
  }
}

void Emulator::answer() {
  std::array<char, 1024> line;
  sockaddr_un from{};
  socklen_t length = sizeof from;
  auto* sender = reinterpret_cast<sockaddr*>(&from);
  const auto size = recvfrom(control_, line.data(), line.size(), 0, sender, &length);
  if (size < 0) return;
  const std::string text = control(network_, {line.data(), static_cast<std::size_t>(size)});
  sendto(control_, text.data(), text.size(), 0, sender, length);
}

void Emulator::wait() {
  timespec until{}, *limit = nullptr;
  if (const auto arrival = network_.next_arrival()) {
    const Nanoseconds rest = std::max<Nanoseconds>(0, *arrival - now());
    until = {rest / second, rest % second};
    limit = &until;
  }
  std::array<epoll_event, 16> events;
  const int count = epoll_pwait2(events_, events.data(), int(events.size()), limit, nullptr);
  if (count < 0 && errno != EINTR) fail("epoll");
  for (int n = 0; n < count; ++n) {
    const auto label = std::size_t(events[std::size_t(n)].data.u64);
    if (label < tunnels_.size())
      receive(label);
    else
      answer();
  }
}

void Emulator::run() {
  for (;;) {
    network_.deliver(
        now(), [&](std::size_t to, const std::string& packet) { tunnels_[to].write(packet); });
    wait();
  }
}

}  // namespace wan
