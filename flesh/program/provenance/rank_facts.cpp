// SPDX-License-Identifier: Apache-2.0
#include "provenance/rank_facts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cardon/kit/data_checksum.hpp>
#include <fstream>
#include <sstream>

#include "base/host_names.hpp"

namespace cardon {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  Lines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string processor_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name"))
      if (const std::size_t start = line.find(": "); start != line.npos)
        return line.substr(start + 2);
  utsname name{};
  return uname(&name) == 0 ? name.machine : "unknown";
}

std::string processor() {
  char library[64] = "";
#ifdef _CS_GNU_LIBC_VERSION
  confstr(_CS_GNU_LIBC_VERSION, library, sizeof library);
#endif
  return processor_model() + (*library ? fmt::format(", {}", library) : "");
}

std::string table_of(const std::vector<LoadedModule>& modules) {
  std::string text;
  for (const LoadedModule& module : modules) text += module.name + ' ' + module.checksum + '\n';
  return text;
}

Lines others(const Lines& modules, const Lines& of_rank_zero) {
  Lines result;
  for (const std::string& module : modules)
    if (std::find(of_rank_zero.begin(), of_rank_zero.end(), module) == of_rank_zero.end())
      result.push_back(module);
  return result;
}

}  // namespace

RankFacts gather_rank_facts(const std::vector<LoadedModule>& modules, Transport& transport) {
  const std::string table = table_of(modules);
  const std::string sum = DataChecksum::of(std::as_bytes(std::span(table)));
  RankFacts facts;
  bool same = true;
  Lines first;
  for (const std::string& text :
       gather_text(host_name() + '\n' + processor() + '\n' + sum + '\n', transport)) {
    const Lines lines = lines_of(text);
    if (first.empty()) first = lines;
    facts.hosts.push_back(lines.at(0));
    facts.processors.push_back(lines.at(1));
    same = same && lines.at(2) == first.at(2);
  }
  facts.other_modules.resize(facts.hosts.size());
  if (same) return facts;
  const Lines tables = gather_text(table, transport);
  for (std::size_t rank = 0; rank < tables.size(); ++rank)
    facts.other_modules[rank] = others(lines_of(tables[rank]), lines_of(tables[0]));
  return facts;
}

std::string rank_ranges(const std::vector<int>& ranks) {
  Lines ranges;
  for (std::size_t n = 0; n < ranks.size();) {
    std::size_t last = n;
    while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) ++last;
    ranges.push_back(last == n ? fmt::format("{}", ranks[n])
                               : fmt::format("{}-{}", ranks[n], ranks[last]));
    n = last + 1;
  }
  return fmt::format("{}", fmt::join(ranges, ", "));
}

}  // namespace cardon
