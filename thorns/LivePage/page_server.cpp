// SPDX-License-Identifier: Apache-2.0
#include "page_server.hpp"

#include <fmt/format.h>
#include <httplib.h>
#include <unistd.h>

#include <array>
#include <cardon/thorn/error.hpp>
#include <chrono>
#include <utility>

#include "page_routes.hpp"
#include "request_threads.hpp"
#include "tls_server.hpp"

namespace cardon {
namespace {

constexpr std::size_t longest_body = 64 << 10;
constexpr int longest_end = 2000;    // ms, of event streams, whose threads have low priority
constexpr double for_answers = 0.5;  // s, at the end, over TLS

// Without SO_REUSEPORT, which the library would set: the port of another run is taken.
void reuse_address(socket_t socket) {
  const int yes = 1;
  setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
}

/// What a browser can open: 0.0.0.0 stands for all addresses and leads to none.
std::string shown_host(const std::string& address) {
  std::array<char, 256> name{};
  if ((address == "0.0.0.0" || address == "::") && gethostname(name.data(), name.size() - 1) == 0)
    return name.data();
  return address.find(':') == address.npos ? address : fmt::format("[{}]", address);
}

}  // namespace

PageServer::PageServer(ServerSettings settings, std::shared_ptr<PageContent> content)
    : settings_(std::move(settings)), content_(std::move(content)) {
  if (settings_.identity)
    server_.reset(tls_ = new TlsServer(*settings_.identity));
  else
    server_ = std::make_unique<httplib::Server>();
  if (!server_->is_valid()) throw Bug("OpenSSL refuses a certificate that it has accepted before");
  configure();
  bind();
  listener_ = std::thread([this] {
    become_background_thread();
    server_->listen_after_bind();
  });
  for (int ms = 0; !server_->is_running() && ms < 1000; ++ms)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void PageServer::configure() {
  server_->set_socket_options(reuse_address);
  server_->set_tcp_nodelay(true);
  server_->set_keep_alive_timeout(settings_.patience);
  server_->set_read_timeout(settings_.patience);
  server_->set_write_timeout(settings_.patience);
  server_->set_payload_max_length(longest_body);
  server_->new_task_queue = [this] {
    return new RequestThreads(settings_.max_clients, settings_.grace, left_behind_);
  };
  add_routes(*server_, content_, settings_);
}

void PageServer::bind() {
  if (settings_.port == 0)
    port_ = server_->bind_to_any_port(settings_.address);
  else
    port_ = server_->bind_to_port(settings_.address, settings_.port) ? settings_.port : -1;
  if (port_ < 0)
    throw Error(
        {.slug = "page/port",
         .message = fmt::format("the live page cannot listen at {} port {}", settings_.address,
                                settings_.port),
         .help = "another program may use the port, or the address may not be one of this "
                 "computer; page.port: 0 takes a free port, page.serve: never disables the page"},
        exit_environment);
}

std::string PageServer::url() const {
  return fmt::format("{}://{}:{}/", settings_.identity ? "https" : "http",
                     shown_host(settings_.address), port_);
}

/// Once the server stops, the library sends no further events, not even that of the end.
void PageServer::let_events_end() {
  content_->board.close();
  for (int ms = 0; content_->streams > 0 && ms < longest_end; ms += 5)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

// A connection that was left behind still refers to the server.
PageServer::~PageServer() {
  let_events_end();
  server_->stop();
  if (tls_ != nullptr) tls_->end_connections(for_answers);
  if (listener_.joinable()) listener_.join();
  if (left_behind_) static_cast<void>(server_.release());
}

}  // namespace cardon
