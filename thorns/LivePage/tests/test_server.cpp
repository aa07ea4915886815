// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <httplib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cardon/services/timings.hpp>
#include <cardon/thorn/error.hpp>
#include <nlohmann/json.hpp>

#include "page_server.hpp"
#include "support/scratch_folder.hpp"

namespace cardon {
namespace {

using Json = nlohmann::ordered_json;

class ServerTest : public testing::Test {
 protected:
  void SetUp() override {
    RunState state;
    state.iteration = 7;
    content_->board.put(state);
    server_ = std::make_unique<PageServer>(ServerSettings{.interval = 0.01}, content_);
  }
  httplib::Headers bearer(const std::string& token) {
    return {{"Authorization", "Bearer " + token}};
  }
  httplib::Result get(const std::string& path, httplib::Headers headers) {
    httplib::Client client("127.0.0.1", server_->port());
    return client.Get(path, headers);
  }
  int status(const std::string& path, httplib::Headers headers) {
    const auto result = get(path, std::move(headers));
    return result ? result->status : 0;
  }

  ScratchFolder folder_;
  std::shared_ptr<PageContent> content_ = std::make_shared<PageContent>(folder_.path);
  std::unique_ptr<PageServer> server_;
};

TEST_F(ServerTest, ThePageIsForEverybodyTheRunIsNot) {
  EXPECT_EQ(status("/", {}), 200);
  EXPECT_EQ(status("/page.js", {}), 200);
  for (const char* path : {"/api/v1/state", "/api/v1/events", "/metrics", "/api/v1/nothing"}) {
    EXPECT_EQ(status(path, {}), 401) << path;
    EXPECT_EQ(status(path, bearer(std::string(32, '0'))), 401) << path;
  }
}

TEST_F(ServerTest, TheTokenShowsTheState) {
  const auto result = get("/api/v1/state", bearer(content_->token));
  ASSERT_TRUE(result);
  EXPECT_EQ(Json::parse(result->body)["iteration"], 7);
}

TEST_F(ServerTest, OtherSitesAreRefusedEvenWithAToken) {
  httplib::Headers headers = bearer(content_->token);
  headers.emplace("Origin", "http://evil.example");
  EXPECT_EQ(status("/api/v1/state", headers), 403);
  headers = bearer(content_->token);
  headers.emplace("Host", "evil.example");
  EXPECT_EQ(status("/api/v1/state", headers), 403);
}

TEST_F(ServerTest, EveryAnswerForbidsFramesAndForeignScripts) {
  for (const char* path : {"/", "/api/v1/state", "/nothing"}) {
    const auto result = get(path, bearer(content_->token));
    ASSERT_TRUE(result) << path;
    EXPECT_EQ(result->get_header_value("X-Frame-Options"), "DENY");
    EXPECT_THAT(result->get_header_value("Content-Security-Policy"),
                testing::HasSubstr("default-src 'none'"));
  }
}

TEST_F(ServerTest, EventsFollowTheState) {
  std::string text;
  httplib::Client client("127.0.0.1", server_->port());
  client.Get("/api/v1/events", bearer(content_->token), [&](const char* data, std::size_t n) {
    text.append(data, n);
    if (text.find("\"iteration\":7") == std::string::npos) return true;
    RunState next;
    next.iteration = 8;
    content_->board.put(next);
    return text.find("\"iteration\":8") == std::string::npos;
  });
  EXPECT_THAT(text, testing::HasSubstr("event: state\ndata: {"));
  EXPECT_THAT(text, testing::HasSubstr("\"iteration\":8"));
}

TEST_F(ServerTest, TheEndIsTold) {
  std::string text;
  httplib::Client client("127.0.0.1", server_->port());
  std::thread ends([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    content_->board.close();
  });
  client.Get("/api/v1/events", bearer(content_->token), [&](const char* data, std::size_t n) {
    text.append(data, n);
    return true;
  });
  ends.join();
  EXPECT_THAT(text, testing::HasSubstr("event: end"));
}

TEST_F(ServerTest, APortThatIsTakenIsAnError) {
  try {
    PageServer second(ServerSettings{.port = server_->port()}, content_);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().front().slug, "page/port");
  }
}

// Half a request that never ends: the run does not wait for it.
TEST_F(ServerTest, NobodyHoldsUpTheEnd) {
  const int peer = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in where{};
  where.sin_family = AF_INET;
  where.sin_port = htons(std::uint16_t(server_->port()));
  where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(connect(peer, reinterpret_cast<sockaddr*>(&where), sizeof where), 0);
  ASSERT_GT(write(peer, "GET / HT", 8), 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const double start = seconds_now();
  server_.reset();
  EXPECT_LT(seconds_now() - start, 3);
  close(peer);
}

}  // namespace
}  // namespace cardon
