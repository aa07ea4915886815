// SPDX-License-Identifier: Apache-2.0
#include "launch/rank_comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/thorn/version.hpp>
#include <sstream>

#include "base/host_names.hpp"
#include "launch/arithmetic.hpp"
#include "launch/loaded_modules.hpp"
#include "parameters/qualified_name.hpp"
#include "parameters/yaml_text.hpp"
#include "restart/unique_strings.hpp"
#include "session/session.hpp"
#include "tables/data_files.hpp"

namespace cardon {
namespace {

using Lines = std::vector<std::string>;

Lines text_lines(const std::string& text) {
  Lines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Each on one line, so that lines can be told apart.
std::string text_of(const Lines& lines) {
  std::string text;
  for (std::string line : lines) {
    std::replace(line.begin(), line.end(), '\n', ' ');
    text += line + '\n';
  }
  return text;
}

std::string line_at(const Lines& lines, std::size_t n) { return n < lines.size() ? lines[n] : ""; }

/// The version, and the arguments that say what is run, how, and where to.
Lines start_lines(const RunOptions& options) {
  const InputOptions& input = options.input;
  std::string words = fmt::format("{}", fmt::join(input.files, " "));
  for (const std::string& text : input.overrides) words += " " + text;
  for (const std::string& folder : input.thorn_path) words += " --thorn-path " + folder;
  if (!options.out.empty()) words += " --out " + options.out.string();
  if (!options.restart.empty()) words += " --restart " + options.restart;
  if (options.strict) words += " --strict";
  if (options.dry_run) words += " --dry-run";
  return {std::string("Cardon ") + version_text, words};
}

Problem difference_problem(const std::string& slug, const RankDifference& d,
                           const std::string& what) {
  const auto said = [](const std::string& line) { return line.empty() ? "nothing" : line; };
  return {
      .slug = slug,
      .message = fmt::format("rank {} on {} has {} than rank 0", d.rank, d.host, what),
      .notes = {"rank 0: " + said(d.first), fmt::format("rank {}: {}", d.rank, said(d.theirs))}};
}

[[noreturn]] void throw_on_all(Problem problem, ExitCode code) {
  throw Error(std::move(problem), code).on_all_ranks();
}

/// The parts of two long values around their first difference.
void shorten(RankDifference& d) {
  constexpr std::size_t context = 40, longest = 2 * context;
  const auto [end, ignored] =
      std::mismatch(d.first.begin(), d.first.end(), d.theirs.begin(), d.theirs.end());
  const auto at = std::size_t(end - d.first.begin());
  const std::size_t start = at > context ? at - context : 0;
  for (std::string* text : {&d.first, &d.theirs}) {
    if (text->size() <= longest) continue;
    const std::string part = text->substr(std::min(start, text->size()), longest);
    *text = fmt::format("{}{}{}", start > 0 ? "..." : "", part,
                        start + longest < text->size() ? "..." : "");
  }
}

/// A parameter as a line to compare, and where the user has set it.
struct ComparedValue {
  std::string name, value;
  Location where;
};

std::vector<ComparedValue> compared_values(const ParameterSet& parameters) {
  std::vector<ComparedValue> all;
  for (const auto& [path, section] : parameters.registry().sections())
    for (const SectionValues* values : parameters.instances(path))
      for (const ParameterDeclaration& parameter : section.parameters) {
        if (!values->has(parameter.name) || names_file(parameter.type)) continue;
        const std::string name =
            qualified_name(parameters, path, values->instance(), parameter.name);
        all.push_back(
            {name, yaml_value(values->at(parameter.name).value), values->where(parameter.name)});
      }
  return all;
}

void compare_parameters(const ParameterSet& parameters, Transport& transport) {
  const std::vector<ComparedValue> values = compared_values(parameters);
  Lines names, lines;
  for (const ComparedValue& v : values) names.push_back(v.name), lines.push_back(v.value);
  if (const auto d = find_rank_difference(names, transport)) {
    Problem problem = difference_problem("run/ranks-differ", *d, "other parameters");
    problem.help = "install the same thorns on all hosts";
    throw_on_all(std::move(problem), exit_environment);
  }
  auto d = find_rank_difference(lines, transport);
  if (!d) return;
  shorten(*d);
  const ComparedValue& value = values[d->line];
  Problem problem = difference_problem("run/ranks-differ", *d, "another value of " + value.name);
  problem.where = value.where;
  problem.help = "give all hosts the same files, such as the machine file, and the same thorns";
  throw_on_all(std::move(problem), exit_environment);
}

Lines module_lines(const ThornLibrary& library) {
  Lines thorns;
  for (const auto* list : {&library.active, &library.services})
    for (const ThornDeclaration& thorn : *list) thorns.push_back(thorn.name);
  Lines lines;
  for (const LoadedModule& module : loaded_modules(thorns))
    lines.push_back(module.name + " " + module.checksum);
  return lines;
}

void compare_modules(const ThornLibrary& library, const ParameterSet& parameters,
                     Warnings& warnings, Transport& transport) {
  Problem problem;
  if (const auto d = find_rank_difference(module_lines(library), transport)) {
    problem = difference_problem("run/mixed-ranks", *d, "another build of Cardon or of a thorn");
  } else if (const auto a = find_rank_difference({arithmetic_checksum()}, transport)) {
    problem = difference_problem("run/mixed-ranks", *a, "other mathematical functions");
    problem.notes.emplace_back(
        "exp, sin and similar functions, or the rounding mode, give different last bits there");
  } else {
    return;
  }
  problem.help =
      "run the same program on hosts of one kind, or set transport.mixed_ranks=always: then "
      "results depend on the decomposition";
  const SectionValues& transport_section = parameters.section("transport");
  if (transport_section.get<std::string>("mixed_ranks") == "never")
    throw_on_all(std::move(problem), exit_environment);
  problem.help = "results depend on the decomposition";
  warnings.add(std::move(problem));
}

}  // namespace

std::optional<RankDifference> find_rank_difference(const std::vector<std::string>& lines,
                                                   Transport& transport) {
  const UniqueStrings all = distinct_texts(text_of(lines), transport);
  if (all.texts.size() < 2) return {};
  RankDifference difference{.rank = all.first_ranks[1]};
  difference.host = gather_text(host_name(), transport)[std::size_t(difference.rank)];
  const Lines first = text_lines(all.texts[0]), theirs = text_lines(all.texts[1]);
  std::size_t& n = difference.line;
  while (line_at(first, n) == line_at(theirs, n) && n < std::max(first.size(), theirs.size())) ++n;
  difference.first = line_at(first, n);
  difference.theirs = line_at(theirs, n);
  return difference;
}

void require_same_start(const RunOptions& options, Transport& transport) {
  if (const int started = launch_size(); transport.size() == 1 && started > 1)
    throw_on_all(
        {.slug = "run/launcher",
         .message = fmt::format(
             "the launcher started {} processes, but each of them runs as a single rank", started),
         .notes = {transport.describe()},
         .help = "use the launcher of the MPI library that Cardon was built with"},
        exit_environment);
  auto d = find_rank_difference(start_lines(options), transport);
  if (!d) return;
  shorten(*d);
  Problem problem = difference_problem("run/ranks-differ", *d,
                                       d->line == 0 ? "another version" : "other arguments");
  problem.help = "start all ranks with the same arguments";
  throw_on_all(std::move(problem), exit_bad_input);
}

void compare_data_files(const ParameterSet& parameters, Transport& transport) {
  std::string mine;
  for (const NamedData& named : data_files(parameters))
    mine += fmt::format("{} {}\n", named.parameter, named.checksum);
  const UniqueStrings all = distinct_texts(mine, transport);
  if (all.texts.size() < 2) return;
  const int rank = all.first_ranks[1];
  const std::string host = gather_text(host_name(), transport)[std::size_t(rank)];
  throw Error(
      {.slug = "parameter/data-files-differ",
       .message = fmt::format("rank {} on {} has read other data files than rank 0", rank, host),
       .notes = {"rank 0: " + all.texts[0], fmt::format("rank {}: {}", rank, all.texts[1])},
       .help = "give all sites the same files"},
      exit_environment)
      .on_all_ranks();
}

void require_same_run(const ThornLibrary& library, const ParameterSet& parameters,
                      Warnings& warnings, Transport& transport) {
  compare_parameters(parameters, transport);
  compare_data_files(parameters, transport);
  compare_modules(library, parameters, warnings, transport);
}

}  // namespace cardon
