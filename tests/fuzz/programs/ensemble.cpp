// SPDX-License-Identifier: Apache-2.0
// The file of a parameter study: problems, or members that all have names and values of their own.
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "ensemble/ensemble_file.hpp"
#include "ensemble/varied_values.hpp"
#include "fuzz_input.hpp"
#include "machine/node_form.hpp"

namespace cardon {

// Those of ensemble/distributions.cpp, which needs all thorns.
const std::vector<std::string>& distributions() {
  static const std::vector<std::string> names{"self_scheduling", "none", "sbn"};
  return names;
}

namespace fuzz {
namespace {

/// The reader takes files only.
std::string file_with(const std::uint8_t* data, std::size_t size) {
  static const std::string file =
      (std::filesystem::temp_directory_path() / ("fuzz-" + std::to_string(getpid()) + ".yaml"))
          .string();
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(data), std::streamsize(size));
  static const bool removed_at_the_end = std::atexit([] { unlink(file.c_str()); }) == 0;
  require(removed_at_the_end, "no more functions can be called at the end");
  return file;
}

void check(const EnsembleSpec& spec) {
  require(!spec.files.empty(), "an ensemble without a parameter file");
  require(spec.set.size() == spec.set_places.size(), "a setting without a place");
  require(spec.ranks >= 1 && spec.grain >= 0, "ranks or grain out of range");
  require(!spec.sites.empty(), "an ensemble without a site");
  for (const EnsembleSite& site : spec.sites)
    require(
        site.workers >= 0 && site.cores >= 0 && site.link.latency >= 0 && site.link.bandwidth >= 0,
        "a site out of range");
}

void check(const EnsembleSpec& spec, const std::vector<Member>& members) {
  require(!members.empty(), "an ensemble without members");
  std::set<std::string> names;
  for (const Member& member : members) {
    require(member.number == int(names.size()), "members are not counted");
    require(names.insert(member.name).second, "two members are called " + member.name);
    require(!member.name.empty() && member.name[0] != '.' &&
                member.name.find_first_of(std::string("/\0", 2)) == std::string::npos &&
                member.name.size() <= 200,
            "not the name of a folder: " + member.name);
    require(!member.set.empty() && member.set.size() <= varied_keys(spec).size(),
            "a member with other parameters: " + member.name);
  }
}

}  // namespace

void try_ensemble(const std::uint8_t* data, std::size_t size) {
  std::vector<Problem> problems;
  EnsembleSpec spec;
  std::vector<Member> members;
  const std::string file = file_with(data, size);
  attempt(problems, [&] { spec = read_ensemble(file, problems); });
  if (problems.empty()) attempt(problems, [&] { members = members_of(spec); });
  if (!problems.empty()) {
    format_problems(problems);
    return;
  }
  check(spec);
  check(spec, members);
}

}  // namespace fuzz
}  // namespace cardon
