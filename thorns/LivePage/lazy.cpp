// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "live_page.hpp"

using namespace cardon;

CARDON_LAZY_SERVICES(lazy_service<RunPage, LivePage>("page"));
