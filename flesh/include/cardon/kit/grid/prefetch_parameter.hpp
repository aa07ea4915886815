// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/block_executor.hpp>
#include <cardon/services/prefetch_facts.hpp>
#include <cardon/thorn/parameter.hpp>

namespace cardon {

/// Parameter of section `driver`, for drivers that compute with BlockExecutor.
inline constexpr Parameter prefetch{"prefetch", "auto",
                                    "Prefetch rows of large grids: as measured in the first steps "
                                    "(auto), always or never; the results are bit-identical",
                                    one_of("auto", "always", "never")};

/// What a block chose for the tasks of a program.
std::vector<PrefetchFacts::Choice> prefetching(const Program& program, const BlockExecutor& block);

}  // namespace cardon
