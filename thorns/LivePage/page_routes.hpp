// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <httplib.h>

#include <memory>

#include "page_content.hpp"
#include "page_server.hpp"

namespace cardon {

/// What the server answers, and to whom: everything but the page itself, which holds nothing of the
/// run, asks for a token. flesh/doc/live-page.md lists the paths.
void add_routes(httplib::Server& server, const std::shared_ptr<PageContent>& content,
                const ServerSettings& settings);

}  // namespace cardon
