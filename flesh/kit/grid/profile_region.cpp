// SPDX-License-Identifier: Apache-2.0
#include <Kokkos_Core.hpp>
#include <cardon/kit/profile_region.hpp>

namespace cardon {

ProfileRegion::ProfileRegion(const char* name) : open_(Kokkos::Tools::profileLibraryLoaded()) {
  if (open_) Kokkos::Tools::pushRegion(name);
}

// A tool may have left meanwhile.
ProfileRegion::~ProfileRegion() {
  if (open_ && Kokkos::Tools::profileLibraryLoaded()) Kokkos::Tools::popRegion();
}

}  // namespace cardon
