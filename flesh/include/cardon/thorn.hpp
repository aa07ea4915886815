// SPDX-License-Identifier: Apache-2.0
// The one header of application thorns.
#pragma once
#include <cardon/block.hpp>
#include <cardon/math.hpp>
#include <cardon/refuse.hpp>
#include <cardon/stencils.hpp>
#include <cardon/text_of.hpp>
#include <cardon/thorn_builder.hpp>
#include <cardon/thorn_entry.hpp>
