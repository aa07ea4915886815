// SPDX-License-Identifier: Apache-2.0
#include "cores/host_topology.hpp"

#include <hwloc.h>
#include <sched.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>

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
  explicit ProcessorSet(const std::vector<int>& processors) : set_(hwloc_bitmap_alloc()) {
    for (const int processor : processors) hwloc_bitmap_set(set_, unsigned(processor));
  }
  ~ProcessorSet() { hwloc_bitmap_free(set_); }
  ProcessorSet(const ProcessorSet&) = delete;
  ProcessorSet& operator=(const ProcessorSet&) = delete;

  hwloc_bitmap_t get() const { return set_; }

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

const HostTopology& HostTopology::here() {
  static const HostTopology host;
  return host;
}

int HostTopology::cores() const {
  const int cores = count_of(topology_.get(), HWLOC_OBJ_CORE);
  return cores > 0 ? cores : count_of(topology_.get(), HWLOC_OBJ_PU);
}

std::size_t HostTopology::last_level_share(long threads, std::size_t limit) const {
  const int caches = count_of(topology_.get(), HWLOC_OBJ_L3CACHE);
  if (caches == 0) return 0;
  const long most = std::max(1L, std::min<long>(threads, cores()));
  const std::size_t bytes =
      hwloc_get_obj_by_type(topology_.get(), HWLOC_OBJ_L3CACHE, 0)->attr->cache.size;
  return std::min(bytes, limit) / static_cast<std::size_t>((most + caches - 1) / caches);
}

std::vector<std::vector<int>> HostTopology::places(int threads,
                                                   const std::vector<int>& processors) const {
  hwloc_topology_t part = nullptr;
  if (!topology_ || hwloc_topology_dup(&part, topology_.get()) != 0) return {};
  const std::unique_ptr<hwloc_topology, Destroy> owner(part);
  if (hwloc_topology_restrict(part, ProcessorSet(processors).get(),
                              HWLOC_RESTRICT_FLAG_REMOVE_CPULESS) != 0)
    return {};
  const int depth = hwloc_get_type_depth(part, HWLOC_OBJ_CORE);
  const bool one_place =
      count_of(part, HWLOC_OBJ_L3CACHE) <= 1 && count_of(part, HWLOC_OBJ_NUMANODE) <= 1;
  if (one_place || depth < 0 || count_of(part, HWLOC_OBJ_CORE) < threads) return {};
  std::vector<hwloc_bitmap_t> sets(static_cast<std::size_t>(threads), nullptr);
  hwloc_obj_t root = hwloc_get_root_obj(part);
  if (hwloc_distrib(part, &root, 1, sets.data(), unsigned(threads), depth, 0) != 0) return {};
  std::vector<std::vector<int>> found;
  for (hwloc_bitmap_t set : sets) {
    const hwloc_obj_t core = hwloc_get_obj_inside_cpuset_by_type(part, set, HWLOC_OBJ_CORE, 0);
    found.push_back(numbers_in(core == nullptr ? set : core->cpuset));
    hwloc_bitmap_free(set);
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
