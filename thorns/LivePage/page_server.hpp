// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include "page_content.hpp"
#include "tls_identity.hpp"

namespace httplib {
class Server;
}

namespace cardon {

class TlsServer;

struct ServerSettings {
  std::string address = "127.0.0.1";
  int port = 0;                                   ///< 0: a free one
  std::shared_ptr<const TlsIdentity> identity{};  ///< null: without TLS
  double interval = 1;    ///< s between events of one client, more where there are many
  int max_clients = 256;  ///< connections at the same time; others wait
  int patience = 5;       ///< s with a client that sends or takes nothing
  double grace = 1;       ///< s that connections have at the end
};

/// Answers requests in threads of its own until it is destroyed.
class PageServer {
 public:
  /// Throws Error page/port (exit_environment) for an address or port that cannot be had.
  PageServer(ServerSettings settings, std::shared_ptr<PageContent> content);
  ~PageServer();
  PageServer(const PageServer&) = delete;
  PageServer& operator=(const PageServer&) = delete;

  int port() const { return port_; }
  /// "http://127.0.0.1:40123/"; with the name of this computer where all its addresses are served.
  std::string url() const;

 private:
  void bind();
  void configure();
  void let_events_end();

  ServerSettings settings_;
  std::shared_ptr<PageContent> content_;
  std::unique_ptr<httplib::Server> server_;
  TlsServer* tls_ = nullptr;  ///< the same server, if it speaks TLS
  std::atomic<bool> left_behind_ = false;
  std::thread listener_;
  int port_ = 0;
};

}  // namespace cardon
