// SPDX-License-Identifier: Apache-2.0
// A tool of Kokkos Tools that is no part of Cardon: it counts loops by the region they run in and
// their label, and writes a line for each, "region label begun ended", to the file that
// LOOP_COUNTER_FILE names. A loop outside of regions is in region "-".
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace {

struct Count {
  long begun = 0, ended = 0;
};

bool is_initialized = false;
std::mutex access;
std::map<std::string, Count> counts;
std::vector<std::string> loops;  // by the number of the loop
thread_local std::vector<std::string> regions;

}  // namespace

#define LOOP_COUNTER_HOOK extern "C" __attribute__((visibility("default"))) void

LOOP_COUNTER_HOOK kokkosp_init_library(int, std::uint64_t, std::uint32_t, void*) {
  is_initialized = true;
}

LOOP_COUNTER_HOOK kokkosp_push_profile_region(const char* name) { regions.emplace_back(name); }

LOOP_COUNTER_HOOK kokkosp_pop_profile_region() { regions.pop_back(); }

LOOP_COUNTER_HOOK kokkosp_begin_parallel_for(const char* name, std::uint32_t, std::uint64_t* id) {
  const std::scoped_lock lock(access);
  *id = loops.size();
  loops.push_back((regions.empty() ? "-" : regions.back()) + ' ' + name);
  ++counts[loops.back()].begun;
}

LOOP_COUNTER_HOOK kokkosp_end_parallel_for(std::uint64_t id) {
  const std::scoped_lock lock(access);
  ++counts[loops.at(id)].ended;
}

LOOP_COUNTER_HOOK kokkosp_finalize_library() {
  const char* file = std::getenv("LOOP_COUNTER_FILE");
  if (!is_initialized || !file) return;
  std::ofstream stream(file);
  for (const auto& [loop, count] : counts)
    stream << loop << ' ' << count.begun << ' ' << count.ended << '\n';
}
