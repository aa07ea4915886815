// SPDX-License-Identifier: Apache-2.0
// What the planner hands to drivers: operations, slots and links.
#pragma once
#include "plan/link.hpp"
#include "plan/operation.hpp"
