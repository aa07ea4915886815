// SPDX-License-Identifier: Apache-2.0
#include "cores/host_topology.hpp"

#include <hwloc.h>
#include <sched.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <climits>
#include <utility>

namespace cardon {
namespace {

hwloc_topology* new_topology() {
  hwloc_topology_t topology = nullptr;
  return hwloc_topology_init(&topology) == 0 ? topology : nullptr;
}

int count_of(hwloc_topology* topology, hwloc_obj_type_t type) {
  return topology == nullptr ? 0 : std::max(0, hwloc_get_nbobjs_by_type(topology, type));
}

class ProcessorSet {
 public:
  explicit ProcessorSet(const std::vector<int>& processors = {}) : set_(hwloc_bitmap_alloc()) {
    for (const int processor : processors) hwloc_bitmap_set(set_, unsigned(processor));
  }
  ~ProcessorSet() { hwloc_bitmap_free(set_); }
  ProcessorSet(const ProcessorSet&) = delete;
  ProcessorSet& operator=(const ProcessorSet&) = delete;
  ProcessorSet(ProcessorSet&& other) noexcept : set_(std::exchange(other.set_, nullptr)) {}

  hwloc_bitmap_t get() const { return set_; }
  /// The bitmap is this one's from now on.
  void take(hwloc_bitmap_t set) { hwloc_bitmap_free(std::exchange(set_, set)); }

 private:
  hwloc_bitmap_t set_;
};

std::vector<int> numbers_in(hwloc_const_bitmap_t set) {
  std::vector<int> numbers;
  for (int n = hwloc_bitmap_first(set); n >= 0; n = hwloc_bitmap_next(set, n)) numbers.push_back(n);
  return numbers;
}

}  // namespace

void HostTopology::Destroy::operator()(hwloc_topology* topology) const {
  hwloc_topology_destroy(topology);
}

HostTopology::HostTopology() : topology_(new_topology()) {
  if (topology_ && hwloc_topology_load(topology_.get()) != 0) topology_.reset();
}

HostTopology::HostTopology(const std::string& synthetic) : topology_(new_topology()) {
  if (!topology_ || hwloc_topology_set_synthetic(topology_.get(), synthetic.c_str()) != 0 ||
      hwloc_topology_load(topology_.get()) != 0)
    throw Bug("no topology: " + synthetic);
}

const HostTopology& HostTopology::of_this_host() {
  static const HostTopology host;
  return host;
}

HostTopology::Pointer HostTopology::restricted(hwloc_bitmap_s* processors) const {
  hwloc_topology_t part = nullptr;
  if (!topology_ || hwloc_topology_dup(&part, topology_.get()) != 0) return nullptr;
  Pointer owner(part);
  const bool done =
      hwloc_topology_restrict(part, processors, HWLOC_RESTRICT_FLAG_REMOVE_CPULESS) == 0;
  return done ? std::move(owner) : nullptr;
}

int HostTopology::cores() const {
  const int cores = count_of(topology_.get(), HWLOC_OBJ_CORE);
  return cores > 0 ? cores : count_of(topology_.get(), HWLOC_OBJ_PU);
}

std::size_t HostTopology::last_level_share(long threads, std::size_t limit) const {
  const int caches = count_of(topology_.get(), HWLOC_OBJ_L3CACHE);
  if (caches == 0) return 0;
  const long users = std::max(1L, std::min<long>(threads, cores()));
  const std::size_t bytes =
      hwloc_get_obj_by_type(topology_.get(), HWLOC_OBJ_L3CACHE, 0)->attr->cache.size;
  return std::min(bytes, limit) / std::size_t((users + caches - 1) / caches);
}

std::vector<std::vector<int>> HostTopology::places(int threads,
                                                   const std::vector<int>& processors) const {
  const Pointer allowed = restricted(ProcessorSet(processors).get());
  if (!allowed || hwloc_get_type_depth(allowed.get(), HWLOC_OBJ_CORE) < 0) return {};
  const bool one_place = count_of(allowed.get(), HWLOC_OBJ_L3CACHE) <= 1 &&
                         count_of(allowed.get(), HWLOC_OBJ_NUMANODE) <= 1;
  if (one_place || count_of(allowed.get(), HWLOC_OBJ_CORE) < threads) return {};
  // hwloc_distrib() counts processors, so each core gets one.
  const ProcessorSet singles(processors);
  hwloc_bitmap_singlify_per_core(allowed.get(), singles.get(), 0);
  const Pointer cores = restricted(singles.get());
  if (!cores) return {};
  std::vector<ProcessorSet> sets(static_cast<std::size_t>(threads));
  std::vector<hwloc_bitmap_t> raw(sets.size());
  hwloc_obj_t root = hwloc_get_root_obj(cores.get());
  if (hwloc_distrib(cores.get(), &root, 1, raw.data(), unsigned(threads), INT_MAX, 0) != 0)
    return {};
  for (std::size_t n = 0; n < sets.size(); ++n) sets[n].take(raw[n]);
  std::vector<std::vector<int>> found;
  for (const ProcessorSet& set : sets) {
    const hwloc_obj_t processor =
        hwloc_get_pu_obj_by_os_index(allowed.get(), unsigned(hwloc_bitmap_first(set.get())));
    const hwloc_obj_t core =
        hwloc_get_ancestor_obj_by_type(allowed.get(), HWLOC_OBJ_CORE, processor);
    found.push_back(numbers_in(core->cpuset));
  }
  return found;
}

std::vector<int> processors_of_process() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> processors;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return processors;
  for (int n = 0; n < CPU_SETSIZE; ++n)
    if (CPU_ISSET(n, &set)) processors.push_back(n);
  return processors;
}

void bind_thread(const std::vector<int>& processors) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int processor : processors)
    if (processor < CPU_SETSIZE) CPU_SET(processor, &set);
  sched_setaffinity(0, sizeof set, &set);
}

}  // namespace cardon
