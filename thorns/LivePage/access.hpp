// SPDX-License-Identifier: Apache-2.0
// Who may see a run.
#pragma once
#include <string>
#include <string_view>

namespace cardon {

/// 128 random bits of the system, as 32 hexadecimal digits.
std::string random_token();

/// Whether a value of the header Authorization ("Bearer TOKEN") has the token. Takes the same time
/// whatever digits are wrong. An empty token is never right.
bool has_token(std::string_view authorization, std::string_view token);

/// The part of "127.0.0.1:8000" or "[::1]:8000" before the port; empty where that is not a number.
std::string_view host_of(std::string_view host_and_port);
bool is_loopback(std::string_view host);
/// Whether a page with this origin ("http://127.0.0.1:8000") was sent by the server that the
/// request names in its header Host.
bool is_same_origin(std::string_view origin, std::string_view host, bool tls);

}  // namespace cardon
