// SPDX-License-Identifier: Apache-2.0
// The one header of application thorns.
#pragma once
#include <cardon/signature/common_tasks.hpp>
#include <cardon/signature/declarations.hpp>
#include <cardon/thorn/block.hpp>
#include <cardon/thorn/math.hpp>
#include <cardon/thorn/refuse.hpp>
#include <cardon/thorn/stencils.hpp>
#include <cardon/thorn/text_of.hpp>
#include <cardon/thorn/thorn_builder.hpp>
#include <cardon/thorn/thorn_entry.hpp>
