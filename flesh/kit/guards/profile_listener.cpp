// SPDX-License-Identifier: Apache-2.0
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <atomic>
#include <cardon/kit/profile_listener.hpp>
#include <cardon/services/transport.hpp>
#include <cstring>
#include <deque>
#include <mutex>
#include <vector>

namespace cardon {
namespace {

namespace tools = Kokkos::Tools::Experimental;

thread_local std::vector<ProfileListener*> listeners_here;
// A tool that has come after us may call us from its callback, which we call.
thread_local bool telling_other = false;

std::mutex installing;
int listening = 0;  // on all threads
// Those that were there before ours; kept, since a thread may be about to call them.
std::atomic<const tools::EventSet*> others{nullptr};

template <class Member, class... Arguments>
void tell_other(Member member, Arguments... arguments) {
  const tools::EventSet* set = others;
  if (set == nullptr || set->*member == nullptr) return;
  telling_other = true;
  (set->*member)(arguments...);
  telling_other = false;
}

}  // namespace

struct ProfileDispatch {
  static void begin(const char* name, bool kernel) {
    for (ProfileListener* one : listeners_here) one->begin(name, kernel);
  }
  static void end(bool kernel) {
    for (auto one = listeners_here.rbegin(); one != listeners_here.rend(); ++one)
      (*one)->end(kernel);
  }
};

namespace {

void region_begins(const char* name) {
  if (telling_other) return;
  tell_other(&tools::EventSet::push_region, name);
  ProfileDispatch::begin(name, false);
}

void region_ends() {
  if (telling_other) return;
  ProfileDispatch::end(false);
  tell_other(&tools::EventSet::pop_region);
}

void kernel_begins(const char* name, std::uint32_t device, std::uint64_t* id) {
  if (telling_other) return;
  tell_other(&tools::EventSet::begin_parallel_for, name, device, id);
  ProfileDispatch::begin(name, true);
}

void kernel_ends(std::uint64_t id) {
  if (telling_other) return;
  ProfileDispatch::end(true);
  tell_other(&tools::EventSet::end_parallel_for, id);
}

/// Without our own callbacks.
tools::EventSet without_ours(tools::EventSet set) {
  if (set.push_region == region_begins) set.push_region = nullptr;
  if (set.pop_region == region_ends) set.pop_region = nullptr;
  if (set.begin_parallel_for == kernel_begins) set.begin_parallel_for = nullptr;
  if (set.end_parallel_for == kernel_ends) set.end_parallel_for = nullptr;
  return set;
}

bool has_any(const tools::EventSet& set) {
  const tools::EventSet none{};
  return std::memcmp(&set, &none, sizeof none) != 0;
}

void install(bool kernels) {
  const std::lock_guard lock(installing);
  const tools::EventSet now = tools::get_callbacks();
  const bool has_regions = now.push_region == region_begins && now.pop_region == region_ends;
  const bool has_kernels =
      now.begin_parallel_for == kernel_begins && now.end_parallel_for == kernel_ends;
  if (has_regions && (has_kernels || !kernels)) return;
  static std::deque<tools::EventSet> kept;
  // What ours stand for is told by them; what has replaced ours is told from now on.
  tools::EventSet before = without_ours(now);
  if (const tools::EventSet* known = others) {
    if (has_regions) before.push_region = known->push_region;
    if (has_regions) before.pop_region = known->pop_region;
    if (has_kernels) before.begin_parallel_for = known->begin_parallel_for;
    if (has_kernels) before.end_parallel_for = known->end_parallel_for;
  }
  others = &kept.emplace_back(before);
  if (!has_regions) {
    tools::set_push_region_callback(region_begins);
    tools::set_pop_region_callback(region_ends);
  }
  if (kernels && !has_kernels) {
    tools::set_begin_parallel_for_callback(kernel_begins);
    tools::set_end_parallel_for_callback(kernel_ends);
  }
}

/// What ours stand for is told directly again.
void uninstall() {
  const std::lock_guard lock(installing);
  if (listening > 0) return;
  const tools::EventSet now = tools::get_callbacks(), none{};
  const tools::EventSet& before = others.load() != nullptr ? *others : none;
  if (now.push_region == region_begins && now.pop_region == region_ends) {
    tools::set_push_region_callback(before.push_region);
    tools::set_pop_region_callback(before.pop_region);
  }
  if (now.begin_parallel_for == kernel_begins && now.end_parallel_for == kernel_ends) {
    tools::set_begin_parallel_for_callback(before.begin_parallel_for);
    tools::set_end_parallel_for_callback(before.end_parallel_for);
  }
}

}  // namespace

bool ProfileListener::another_tool() {
  const std::lock_guard lock(installing);
  const tools::EventSet now = tools::get_callbacks();
  if (has_any(without_ours(now))) return true;
  const tools::EventSet* known = others;
  if (known == nullptr) return false;
  const bool regions = now.push_region == region_begins &&
                       (known->push_region != nullptr || known->pop_region != nullptr);
  const bool kernels = now.begin_parallel_for == kernel_begins &&
                       (known->begin_parallel_for != nullptr || known->end_parallel_for != nullptr);
  return regions || kernels;
}

// The first gathering ends when all ranks have left their regions, the second one when the
// callbacks are there. One rank of each process installs them; for the others there is nothing left
// to do.
void ProfileListener::prepare(bool kernels, Transport& transport) {
  transport.all_gather({});
  install(kernels);
  transport.all_gather({});
}

void ProfileListener::retire(Transport& transport) {
  transport.all_gather({});
  uninstall();
  transport.all_gather({});
}

void ProfileListener::listen(bool kernels) {
  if (std::find(listeners_here.begin(), listeners_here.end(), this) != listeners_here.end()) return;
  install(kernels);
  listeners_here.push_back(this);
  const std::lock_guard lock(installing);
  ++listening;
}

void ProfileListener::leave() {
  const auto erased = std::erase(listeners_here, this);
  const std::lock_guard lock(installing);
  listening -= int(erased);
}

}  // namespace cardon
