// SPDX-License-Identifier: Apache-2.0
#include "output/write_behind.hpp"

#include <cardon/kit/background_writer.hpp>
#include <cardon/kit/collective_or_throw.hpp>
#include <utility>

namespace cardon {

void write_behind(const OutputSetup& setup, std::size_t bytes, std::function<void()> work) {
  const bool writes = setup.sites.transport->rank() == 0 && work;
  if (!setup.background)
    collective_or_throw(*setup.sites.transport, [&] {
      if (writes) work();
    });
  else if (writes)
    setup.background->add(bytes, std::move(work));
}

}  // namespace cardon
