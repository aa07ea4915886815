// SPDX-License-Identifier: Apache-2.0
#include "tls_server.hpp"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <array>
#include <chrono>
#include <string>
#include <string_view>
#include <thread>

namespace cardon {
namespace {

// Forward secrecy and authenticated encryption; TLS 1.3 has nothing else.
constexpr const char* ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20";

/// To a client that has sent HTTP. What it sent is read, as the system would otherwise reset the
/// connection before the client sees the answer.
void explain_tls(int socket) {
  constexpr std::string_view body = "{\"error\":\"this address serves https:// only\"}\n";
  const std::string text = fmt::format(
      "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\n"
      "Content-Length: {}\r\nConnection: close\r\n\r\n{}",
      body.size(), body);
  std::array<char, 4096> rest;
  for (int n = 0; n < 16 && recv(socket, rest.data(), rest.size(), MSG_DONTWAIT) > 0; ++n) continue;
  static_cast<void>(send(socket, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL));
}

}  // namespace

/// What OpenSSL keeps with a connection, until it is freed, which is before its socket is closed.
struct TlsServer::Connection {
  TlsServer* server;
  int socket;
};

int TlsServer::connection_index() {
  static const int index = SSL_get_ex_new_index(
      0, nullptr, nullptr, nullptr, [](void*, void* kept, CRYPTO_EX_DATA*, int, long, void*) {
        const std::unique_ptr<Connection> connection(static_cast<Connection*>(kept));
        if (connection) connection->server->closed(connection->socket);
      });
  return index;
}

TlsServer::TlsServer(const TlsIdentity& identity)
    : SSLServer([&identity](SSL_CTX& context) { return prepare(context, identity); }) {
  if (ssl_context() == nullptr) return;
  SSL_CTX_set_app_data(ssl_context(), this);
  SSL_CTX_set_info_callback(ssl_context(), follow);
}

bool TlsServer::prepare(SSL_CTX& context, const TlsIdentity& identity) {
  SSL_CTX_set_options(&context, SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_set_mode(&context, SSL_MODE_RELEASE_BUFFERS);  // many clients wait most of the time
  return SSL_CTX_set_min_proto_version(&context, TLS1_2_VERSION) == 1 &&
         SSL_CTX_set_cipher_list(&context, ciphers) == 1 && connection_index() >= 0 &&
         use_identity(context, identity).empty();
}

void TlsServer::follow(const SSL* connection, int event, int result) {
  auto* server = static_cast<TlsServer*>(SSL_CTX_get_app_data(SSL_get_SSL_CTX(connection)));
  if ((event & SSL_CB_HANDSHAKE_START) != 0) server->opened(const_cast<SSL*>(connection));
  const bool failed = event == SSL_CB_ACCEPT_EXIT && result <= 0;
  if (failed && ERR_GET_REASON(ERR_peek_last_error()) == SSL_R_HTTP_REQUEST)
    explain_tls(SSL_get_fd(connection));
}

void TlsServer::opened(SSL* connection) {
  if (SSL_get_ex_data(connection, connection_index()) != nullptr) return;
  const int socket = SSL_get_fd(connection);
  std::unique_ptr<Connection> kept(new Connection{this, socket});
  if (SSL_set_ex_data(connection, connection_index(), kept.get()) != 1) return;
  static_cast<void>(kept.release());
  const std::lock_guard lock(mutex_);
  sockets_.insert(socket);
  if (ending_) ::shutdown(socket, SHUT_RDWR);
}

void TlsServer::closed(int socket) {
  const std::lock_guard lock(mutex_);
  sockets_.erase(socket);
}

bool TlsServer::is_idle() {
  const std::lock_guard lock(mutex_);
  return sockets_.empty();
}

void TlsServer::end_connections(double patience) {
  for (int ms = 0; !is_idle() && ms < 1000 * patience; ms += 5)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  const std::lock_guard lock(mutex_);
  ending_ = true;
  for (const int socket : sockets_) ::shutdown(socket, SHUT_RDWR);
}

}  // namespace cardon
