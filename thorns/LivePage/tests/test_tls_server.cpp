// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <httplib.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cardon/services/timings.hpp>
#include <memory>
#include <string>
#include <vector>

#include "page_server.hpp"
#include "self_signed.hpp"
#include "support/scratch_folder.hpp"

namespace cardon {
namespace {

constexpr int patience = 60;  // s with connections that send nothing

class TlsServerTest : public testing::Test {
 protected:
  void SetUp() override {
    content_->board.put({});
    const auto identity = std::make_shared<TlsIdentity>(make_identity({"IP:127.0.0.1"}));
    server_ = std::make_unique<PageServer>(
        ServerSettings{.identity = identity, .patience = patience, .grace = patience}, content_);
  }
  int status(const httplib::Headers& headers) {
    httplib::SSLClient client("127.0.0.1", server_->port());
    client.enable_server_certificate_verification(false);
    client.set_read_timeout(patience);
    const auto result = client.Get("/api/v1/state", headers);
    return result ? result->status : 0;
  }
  int connection() const {
    const int peer = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in where{};
    where.sin_family = AF_INET;
    where.sin_port = htons(std::uint16_t(server_->port()));
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(peer, reinterpret_cast<sockaddr*>(&where), sizeof where), 0);
    return peer;
  }
  /// Seconds until the server has ended.
  double end() {
    const double start = seconds_now();
    server_.reset();
    return seconds_now() - start;
  }

  ScratchFolder folder_;
  std::shared_ptr<PageContent> content_ = std::make_shared<PageContent>(folder_.path);
  std::unique_ptr<PageServer> server_;
};

TEST_F(TlsServerTest, OriginsHaveTheScheme) {
  const std::string host = "127.0.0.1:" + std::to_string(server_->port());
  const httplib::Headers own = {{"Authorization", "Bearer " + content_->token},
                                {"Origin", "https://" + host}},
                         other = {{"Authorization", "Bearer " + content_->token},
                                  {"Origin", "http://" + host}};
  EXPECT_EQ(status(own), 200);
  EXPECT_EQ(status(other), 403);
  EXPECT_EQ(status({}), 401);
  EXPECT_EQ(server_->url(), "https://" + host + "/");
}

TEST_F(TlsServerTest, HttpIsAnsweredInHttp) {
  httplib::Client client("127.0.0.1", server_->port());
  client.set_read_timeout(patience);
  const auto result = client.Get("/");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->status, 400);
  EXPECT_THAT(result->body, testing::HasSubstr("https"));
}

TEST_F(TlsServerTest, HandshakesThatStallHoldUpNobody) {
  std::vector<int> peers;
  for (int n = 0; n < 20; ++n) peers.push_back(connection());
  ASSERT_EQ(write(peers.back(), "\x16\x03\x01\x02", 4), 4);  // the beginning of a hello
  EXPECT_EQ(status({}), 401);
  EXPECT_LT(end(), 0.8 * patience);
  for (const int peer : peers) close(peer);
}

TEST_F(TlsServerTest, ConnectionsThatWaitHoldUpNobody) {
  httplib::SSLClient client("127.0.0.1", server_->port());
  client.enable_server_certificate_verification(false);
  client.set_keep_alive(true);
  client.set_read_timeout(patience);
  ASSERT_TRUE(client.Get("/"));
  EXPECT_LT(end(), 0.8 * patience);
}

TEST(Address, OfAllAddressesHasTheNameOfTheHost) {
  ScratchFolder folder;
  const auto content = std::make_shared<PageContent>(folder.path);
  const PageServer all(
      {.address = "0.0.0.0", .identity = std::make_shared<TlsIdentity>(make_identity({"DNS:a"}))},
      content);
  EXPECT_THAT(all.url(), testing::Not(testing::HasSubstr("0.0.0.0")));
  EXPECT_THAT(all.url(), testing::StartsWith("https://"));
}

}  // namespace
}  // namespace cardon
