// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/output.hpp>
#include <cstddef>
#include <functional>

namespace cardon {

/// The first rank of the own site does `work` on files: beside the steps where the run has a thread
/// for outputs, else at once, and then all ranks of the site throw what it throws. `bytes`: of the
/// copies that `work` holds. Collective over the site; other ranks may leave `work` empty.
void write_behind(const OutputSetup& setup, std::size_t bytes, std::function<void()> work);

}  // namespace cardon
