// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <httplib.h>

#include <memory>
#include <mutex>
#include <set>

#include "tls_identity.hpp"

#ifndef CPPHTTPLIB_OPENSSL_SUPPORT
#error "cpp-httplib is compiled with TLS, and its headers have to know that everywhere"
#endif

namespace cardon {

/// A server that speaks TLS 1.2 or 1.3 only. Who speaks HTTP instead is told so.
class TlsServer final : public httplib::SSLServer {
 public:
  explicit TlsServer(const TlsIdentity& identity);

  /// After stop(): gives connections so many seconds to end by themselves and then ends them, so
  /// that no thread waits for a request, a handshake, or somebody who takes an answer.
  void end_connections(double patience);

 private:
  struct Connection;
  static bool prepare(SSL_CTX& context, const TlsIdentity& identity);
  static int connection_index();
  static void follow(const SSL* connection, int event, int result);
  void opened(SSL* connection);
  void closed(int socket);
  bool is_idle();

  std::mutex mutex_;
  std::set<int> sockets_;
  bool ending_ = false;
};

}  // namespace cardon
