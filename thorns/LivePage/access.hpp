// SPDX-License-Identifier: Apache-2.0
// Who may see a run, and who may change it.
#pragma once
#include <string>
#include <string_view>

namespace cardon {

enum class Right { none, read, steer };

/// 128 random bits of the system, as 32 hexadecimal digits.
std::string random_token();

/// Two secrets of one run: whoever has the second may also steer.
struct PageTokens {
  std::string read, steer;

  static PageTokens random();
  /// Of a value of the header Authorization ("Bearer TOKEN"). Takes the same time whatever digits
  /// are wrong. An empty token gives no right.
  Right right_of(std::string_view authorization) const;
};

/// The part of "127.0.0.1:8000" or "[::1]:8000" before the port; empty where that is no number.
std::string_view host_of(std::string_view host_and_port);
bool is_loopback(std::string_view host);
/// Whether a page with this origin ("http://127.0.0.1:8000") was sent by the server that the
/// request names in its header Host.
bool is_same_origin(std::string_view origin, std::string_view host, bool tls);

}  // namespace cardon
