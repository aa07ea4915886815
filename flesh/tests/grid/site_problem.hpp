// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/site_decomposition.hpp>
#include <cardon/thorn/error.hpp>

namespace cardon {

/// Why the grid cannot be cut so; an empty slug: it can.
inline Problem problem_of(const SiteRequest& request) {
  try {
    decompose_sites(request);
  } catch (const Error& error) {
    return error.problems().at(0);
  }
  return {};
}

}  // namespace cardon
