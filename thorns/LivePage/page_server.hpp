// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include "page_content.hpp"

namespace httplib {
class Server;
}

namespace cardon {

struct ServerSettings {
  std::string address = "127.0.0.1";
  int port = 0;                  ///< 0: a free one
  std::string certificate, key;  ///< PEM files; empty: without TLS
  double interval = 1;           ///< s between events of one client, more where there are many
  int most_clients = 256;        ///< connections at the same time; others wait
};

/// Answers requests in threads of its own until it is destroyed.
class PageServer {
 public:
  /// Throws Error page/tls for a certificate that cannot be used, page/port (exit_environment) for
  /// an address or port that cannot be had.
  PageServer(ServerSettings settings, std::shared_ptr<PageContent> content);
  ~PageServer();
  PageServer(const PageServer&) = delete;
  PageServer& operator=(const PageServer&) = delete;

  int port() const { return port_; }
  /// "http://127.0.0.1:40123/"
  std::string url() const;

 private:
  void bind();
  void configure();
  void let_events_end();

  ServerSettings settings_;
  std::shared_ptr<PageContent> content_;
  std::unique_ptr<httplib::Server> server_;
  std::atomic<bool> left_behind_ = false;
  std::thread listener_;
  int port_ = 0;
};

}  // namespace cardon
