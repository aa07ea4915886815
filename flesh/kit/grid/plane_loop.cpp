// SPDX-License-Identifier: Apache-2.0
// What the loops of thorns need of Kokkos on the host.
#include <Kokkos_Core.hpp>
#include <cardon/thorn/row_loop.hpp>
#include <string>
#include <type_traits>

namespace cardon::detail {

bool is_plain_loop() {
#ifdef KOKKOS_ENABLE_SERIAL
  return std::is_same_v<Kokkos::DefaultHostExecutionSpace, Kokkos::Serial> &&
         !Kokkos::Tools::profileLibraryLoaded();
#else
  return false;
#endif
}

// Planes of ghost zones have negative numbers, which the default index type, being unsigned, would
// drop.
void for_each_plane(std::string_view name, int first, int last,
                    void (*plane)(const void* loop, int k), const void* loop) {
  using Policy = Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace, Kokkos::IndexType<int>>;
  Kokkos::parallel_for(std::string(name), Policy(first, last),
                       [=](const int k) { plane(loop, k); });
}

}  // namespace cardon::detail
