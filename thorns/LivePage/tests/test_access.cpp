// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "access.hpp"

namespace cardon {
namespace {

TEST(Access, TokensAreLongAndDiffer) {
  const std::string a = random_token(), b = random_token();
  EXPECT_EQ(a.size(), 32u);
  EXPECT_EQ(a.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(a, b);
}

TEST(Access, TheHeaderHasTheToken) {
  EXPECT_TRUE(has_token("Bearer read0", "read0"));
  for (const char* wrong : {"", "Bearer", "Bearer ", "read0", "bearer read0", "Bearer read1",
                            "Bearer read00", "Bearer rea", "Basic read0"})
    EXPECT_FALSE(has_token(wrong, "read0")) << wrong;
}

TEST(Access, AnEmptyTokenIsNeverRight) { EXPECT_FALSE(has_token("Bearer ", "")); }

TEST(Access, HostsAreFoundWithAndWithoutPort) {
  EXPECT_EQ(host_of("127.0.0.1:8000"), "127.0.0.1");
  EXPECT_EQ(host_of("localhost"), "localhost");
  EXPECT_EQ(host_of("[::1]:8000"), "[::1]");
  EXPECT_EQ(host_of(""), "");
  EXPECT_EQ(host_of("127.0.0.1:80.evil.example"), "");
  EXPECT_EQ(host_of("[::1]"), "[::1]");
  EXPECT_TRUE(is_loopback(host_of("[::1]:8000")));
  EXPECT_FALSE(is_loopback("127.0.0.1.example.org"));
  EXPECT_FALSE(is_loopback(""));
}

TEST(Access, OriginsAreThoseOfTheServer) {
  EXPECT_TRUE(is_same_origin("http://127.0.0.1:80", "127.0.0.1:80", false));
  EXPECT_TRUE(is_same_origin("https://host:80", "host:80", true));
  for (const char* wrong : {"https://127.0.0.1:80", "http://127.0.0.1:81",
                            "http://127.0.0.1:80.org", "null", "", "http://evil.example"})
    EXPECT_FALSE(is_same_origin(wrong, "127.0.0.1:80", false)) << wrong;
}

}  // namespace
}  // namespace cardon
