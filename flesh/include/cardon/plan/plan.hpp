// SPDX-License-Identifier: Apache-2.0
// What the planner hands to drivers: operations, slots and links.
#pragma once
#include <cardon/plan/link.hpp>
#include <cardon/plan/operation.hpp>
