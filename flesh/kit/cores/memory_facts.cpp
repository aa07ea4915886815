// SPDX-License-Identifier: Apache-2.0
#include "cores/memory_facts.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

namespace cardon {
namespace {

namespace fs = std::filesystem;

constexpr double unknown = std::numeric_limits<double>::infinity();
// What stands for "no limit" in files of control groups of version 1.
constexpr double no_limit = 1e18;

/// The number behind a word at the beginning of a line; kB are counted as such.
double entry(const char* file, const std::string& word, double otherwise) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string first, unit;
    double value = 0;
    if (words >> first >> value && first == word)
      return words >> unit && unit == "kB" ? 1024 * value : value;
  }
  return otherwise;
}

double number(const fs::path& file) {
  std::ifstream in(file);
  double value = 0;
  return in >> value && value < no_limit ? value : unknown;
}

/// Where control groups keep what they say of memory, and how they call it.
struct GroupFiles {
  fs::path root, group;
  const char *limit, *usage, *idle;
};

/// "4:memory:/a/b" (version 1) or "0::/a/b" (version 2).
GroupFiles group_files() {
  std::ifstream in("/proc/self/cgroup");
  GroupFiles v2{"/sys/fs/cgroup", "", "memory.max", "memory.current", "inactive_file"};
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string names = line.substr(first + 1, second - first - 1);
    const std::string path = line.substr(std::min(second + 2, line.size()));
    if (("," + names + ",").find(",memory,") != std::string::npos)
      return {"/sys/fs/cgroup/memory", path, "memory.limit_in_bytes", "memory.usage_in_bytes",
              "total_inactive_file"};
    if (names.empty()) v2.group = path;
  }
  return v2;
}

/// Limits hold for the groups above, too. In a container the own one is often at the root.
void apply_group_limits(MemoryFacts& facts) {
  const GroupFiles files = group_files();
  std::error_code none;
  fs::path group = files.root / files.group;
  if (!fs::exists(group / files.limit, none)) group = files.root;
  for (; group.string().size() >= files.root.string().size(); group = group.parent_path()) {
    const double limit = number(group / files.limit);
    if (std::isinf(limit)) continue;
    // Contents of files that nobody uses make way.
    const double idle = entry((group / "memory.stat").c_str(), files.idle, 0);
    facts.total = std::min(facts.total, limit);
    facts.available = std::min(facts.available, limit - number(group / files.usage) + idle);
  }
}

double limit_of(decltype(RLIMIT_AS) resource) {
  rlimit limit{};
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unknown;
  return double(limit.rlim_cur);
}

void add_limit(const char* words, decltype(RLIMIT_AS) resource, const char* used,
               std::vector<std::string>& notes) {
  if (const double limit = limit_of(resource); !std::isinf(limit))
    notes.push_back(fmt::format("{} to {}; {} are in use", words, memory_text(limit),
                                memory_text(entry("/proc/self/status", used, 0))));
}

}  // namespace

MemoryFacts memory_facts() {
  MemoryFacts facts;
  facts.resident = entry("/proc/self/status", "VmRSS:", 0);
  facts.peak = entry("/proc/self/status", "VmHWM:", 0);
  facts.total =
      entry("/proc/meminfo", "MemTotal:", unknown) + entry("/proc/meminfo", "SwapTotal:", 0);
  facts.available = entry("/proc/meminfo", "MemAvailable:", unknown);
  facts.limit = std::min(limit_of(RLIMIT_AS), limit_of(RLIMIT_DATA));
  apply_group_limits(facts);
  return facts;
}

std::string memory_text(double bytes) {
  return bytes < 1e9 ? fmt::format("{:.0f} MB", bytes / 1e6)
                     : fmt::format("{:.2f} GB", bytes / 1e9);
}

Error out_of_memory(double wanted) {
  const MemoryFacts facts = memory_facts();
  Problem problem{.slug = memory_slug};
  problem.message = wanted > 0 ? fmt::format("cannot allocate {}", memory_text(wanted))
                               : "cannot allocate memory";
  if (wanted > 0)
    problem.notes.emplace_back("the allocation includes memory that the run may never use");
  problem.notes.push_back(fmt::format("this process has {}", memory_text(facts.resident)));
  add_limit("ulimit -v limits the address space", RLIMIT_AS, "VmSize:", problem.notes);
  add_limit("ulimit -d limits the data segment", RLIMIT_DATA, "VmData:", problem.notes);
  if (!std::isinf(facts.available))
    problem.notes.push_back(fmt::format("of {} here, {} are not in use", memory_text(facts.total),
                                        memory_text(facts.available)));
  problem.help =
      "use fewer points, or more ranks on more hosts; cardon check FILE --ranks N prints what a "
      "rank needs";
  return Error(problem, exit_environment);
}

}  // namespace cardon
