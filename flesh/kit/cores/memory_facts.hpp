// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/error.hpp>
#include <string>

namespace cardon {

/// What the system says of memory, in bytes. Linux; what it does not tell is 0 for `resident` and
/// `peak`, else infinity.
struct MemoryFacts {
  double resident = 0;   ///< of this process now
  double peak = 0;       ///< the most that it ever had
  double total = 0;      ///< that all processes here can have: main memory and swap space, or less
                         ///< where a control group has a limit
  double available = 0;  ///< of that, without memory that others hold
  double limit = 0;      ///< of this process (ulimit -v, -d), for addresses rather than contents
};
MemoryFacts memory_facts();

/// "1.2 GB"
std::string memory_text(double bytes);

inline constexpr const char* memory_slug = "environment/memory";

/// The system has refused memory: `wanted` bytes at once, 0 where that is not known. Slug
/// memory_slug; notes tell what there is and what limits it.
Error out_of_memory(double wanted);

}  // namespace cardon
