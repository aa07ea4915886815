// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

struct hwloc_topology;
struct hwloc_bitmap_s;

namespace cardon {

/// Cores, caches and memories of a computer, as hwloc sees them.
class HostTopology {
 public:
  /// This computer. hwloc looks at it when this is called for the first time, which takes some
  /// hundredths of a second. Nothing is known where it fails.
  static const HostTopology& of_this_host();
  /// One that a synthetic description of hwloc's makes up, for tests:
  /// "pack:2 l3:2(size=33554432) l2:4(size=1048576) core:1 pu:2". Throws Bug for a wrong one.
  explicit HostTopology(const std::string& synthetic);

  int cores() const;
  /// Bytes of a last-level cache that each of so many threads has, which are spread evenly over all
  /// cores; 0: not known. `limit`: of what one cache is believed to have.
  std::size_t last_level_share(long threads, std::size_t limit) const;
  /// For each of so many threads the processors of a core of its own, among those that a process
  /// may use: spread evenly over memories and caches, neighbours close to each other. Empty: the
  /// system can place them as well, since all cores share one last-level cache and one memory, or
  /// there are fewer cores than threads.
  std::vector<std::vector<int>> places(int threads, const std::vector<int>& processors) const;

 private:
  HostTopology();

  struct Destroy {
    void operator()(hwloc_topology* topology) const;
  };
  using Pointer = std::unique_ptr<hwloc_topology, Destroy>;
  /// A copy without all other processors; null where hwloc refuses.
  Pointer restricted(hwloc_bitmap_s* processors) const;

  Pointer topology_;
};

/// Numbers of the processors that this process may use.
std::vector<int> processors_of_process();
/// Binds the calling thread to them, as far as the system lets it.
void bind_thread(const std::vector<int>& processors);

}  // namespace cardon
