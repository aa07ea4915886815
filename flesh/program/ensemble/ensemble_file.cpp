// SPDX-License-Identifier: Apache-2.0
#include "ensemble/ensemble_file.hpp"

#include <algorithm>
#include <cardon/services/node_reading.hpp>
#include <filesystem>

#include "base/bounded_file.hpp"
#include "base/identifier.hpp"
#include "ensemble/distributions.hpp"
#include "ensemble/text_encoding.hpp"
#include "ensemble/varied_values.hpp"
#include "machine/node_form.hpp"
#include "parameters/yaml_reader.hpp"
#include "retry/launch_words.hpp"

namespace cardon {
namespace {

using Problems = std::vector<Problem>;

const std::vector<std::string> keys{"title", "run",     "set",          "vary",  "ranks",
                                    "table", "workers", "distribution", "grain", "sites"};
constexpr int max_workers = 1024;
constexpr double max_cores = 1e6;

std::vector<std::string> read_words(const Node& node, const std::string& name) {
  if (!node.is_list()) return {read_text(node, name)};
  std::vector<std::string> words;
  for (const Node& word : node.children) words.push_back(read_text(word, name));
  return words;
}

void read_files(const Node& node, const std::string& file, EnsembleSpec& spec, Problems& problems) {
  if (node.is_list() && node.children.empty())
    problems.push_back({.slug = "ensemble/incomplete",
                        .message = "run does not name a parameter file",
                        .where = node.where,
                        .help = "write for example run: wave.yaml"});
  const auto folder = std::filesystem::path(file).parent_path();
  for (const std::string& name : read_words(node, "run"))
    spec.files.push_back((folder / name).string());
}

// A map of parameters, or a list of words KEY=VALUE.
void read_set(const Node& node, EnsembleSpec& spec) {
  const auto add = [&](std::string word, const Location& where) {
    spec.set.push_back(std::move(word));
    spec.set_places.push_back(where);
  };
  if (node.is_map())
    for (const Node& member : node.children)
      add(member.key + "=" + member.to_yaml(),
          member.where.known() ? member.where : member.key_where);
  else if (node.is_list())
    for (const Node& word : node.children) add(read_text(word, "set"), word.where);
  else
    add(read_text(node, "set"), node.where);
}

// Members would not have what `set` says.
void check_set(const EnsembleSpec& spec, Problems& problems) {
  const std::vector<std::string> varied = varied_keys(spec);
  for (std::size_t n = 0; n < spec.set.size(); ++n) {
    const std::string key = spec.set[n].substr(0, spec.set[n].find('='));
    if (std::any_of(varied.begin(), varied.end(),
                    [&](const std::string& other) { return same_parameter(key, other); }))
      problems.push_back({.slug = "ensemble/vary",
                          .message = key + " is in set and in vary",
                          .where = spec.set_places[n],
                          .help = "remove it from one of them"});
  }
}

void read_table(const Node& node, EnsembleSpec& spec, Problems& problems) {
  if (!is_map(node, "table", problems)) return;
  check_keys(node, "table", {"scalars", "summary"}, problems);
  for (const Node& member : node.children)
    attempt(problems, [&] {
      if (member.key == "scalars") spec.scalars = read_words(member, "table.scalars");
      if (member.key == "summary") spec.summary = read_words(member, "table.summary");
    });
}

std::string read_launcher(const Node& node) {
  const std::string launcher = read_text(node, "sites.launcher");
  try {
    launch_words(launcher);
  } catch (const Error& error) {
    const std::string& said = error.problems().front().message;
    throw Error(Problem{.slug = "ensemble/sites",
                        .message = "launcher is not one command: " +
                                   said.substr(std::min(said.size(), said.rfind(": ") + 2)),
                        .where = node.where,
                        .help = "give the words that start a program at the site, such as ssh b"});
  }
  return launcher;
}

void read_site_member(const Node& member, EnsembleSite& site) {
  const std::string name = "sites." + member.key;
  if (member.key == "name") site.name = read_text(member, name);
  if (member.key == "workers")
    site.workers = int(read_integer(member, name, between(1, max_workers)));
  if (member.key == "cores")
    site.cores = read_real(member, name, "", intersect(positive, at_most(max_cores)));
  if (member.key == "launcher") site.launcher = read_launcher(member);
  if (member.key == "program") site.program = read_text(member, name);
  if (member.key == "latency") site.link.latency = read_real(member, name, "s", non_negative);
  if (member.key == "bandwidth") site.link.bandwidth = read_real(member, name, "B/s", positive);
}

void read_site(const Node& node, EnsembleSpec& spec, Problems& problems) {
  EnsembleSite site;
  site.name.clear();
  if (!is_map(node, "an entry of sites", problems)) return;
  check_keys(node, "sites",
             {"name", "workers", "cores", "launcher", "program", "latency", "bandwidth"}, problems);
  for (const Node& member : node.children)
    attempt(problems, [&] { read_site_member(member, site); });
  Problem problem{.slug = "ensemble/sites", .where = node.where};
  problem.help = "write for example sites: [{name: a, workers: 4}, {name: b, launcher: ssh b}]";
  if (!is_identifier(site.name)) {
    problem.message = "a site needs a name of letters, digits and underscores, no digit first";
    problems.push_back(problem);
  } else if (std::any_of(spec.sites.begin(), spec.sites.end(),
                         [&](const EnsembleSite& other) { return other.name == site.name; })) {
    problem.message = "there are two sites called " + site.name;
    problems.push_back(problem);
  }
  if (!site.launcher.empty() && site.program.find_first_of(" \t") != site.program.npos) {
    problem.message = "program has a space in its path, where launchers such as ssh split it";
    problem.help = "give a path without spaces, such as that of a symbolic link";
    problems.push_back(problem);
  }
  spec.sites.push_back(std::move(site));
}

void read_sites(const Node& tree, EnsembleSpec& spec, Problems& problems) {
  const Node *sites = tree.find("sites"), *workers = tree.find("workers");
  if (sites && workers)
    problems.push_back(
        {.slug = "ensemble/sites",
         .message = "workers is for an ensemble on this computer, but sites are listed",
         .where = workers->key_where,
         .help = "give the workers of each site: sites: [{name: a, workers: 4}]"});
  if (sites) {
    if (is_list(*sites, "sites", problems))
      for (const Node& node : sites->children) read_site(node, spec, problems);
    return;
  }
  spec.sites.emplace_back();
  if (workers)
    attempt(problems, [&] {
      spec.sites[0].workers = int(read_integer(*workers, "workers", between(1, max_workers)));
    });
}

void read_member(const Node& member, const std::string& file, EnsembleSpec& spec,
                 Problems& problems) {
  const std::string& key = member.key;
  if (key == "title") spec.title = read_text(member, key);
  if (key == "run") read_files(member, file, spec, problems);
  if (key == "set") read_set(member, spec);
  if (key == "vary") read_varied(member, spec, problems);
  if (key == "ranks") spec.ranks = int(read_integer(member, key, between(1, max_workers)));
  if (key == "table") read_table(member, spec, problems);
  if (key == "distribution") spec.distribution = read_keyword(member, key, distributions());
  if (key == "grain" && !(member.is_scalar() && member.text == "auto"))
    spec.grain = read_integer(member, key, between(1, 1'000'000));
}

void require(const Node& tree, const char* key, const char* example, const std::string& file,
             Problems& problems) {
  if (tree.find(key)) return;
  problems.push_back({.slug = "ensemble/incomplete",
                      .message = std::string("the ensemble has no key ") + key,
                      .where = {.file = file},
                      .help = std::string("write for example ") + example});
}

}  // namespace

EnsembleSpec read_ensemble(const std::string& file, std::vector<Problem>& problems) {
  const FileText found = read_bounded_file(file);
  if (!found.failure.empty())
    throw Error(Problem{.slug = "ensemble/file",
                        .message = "cannot read " + file + ": " + found.failure,
                        .help = "cardon ensemble FILE needs a description of the ensemble"});
  require_utf8(found.text, file);
  Node tree;
  EnsembleSpec spec;
  if (!read_yaml(SourceText(file, found.text), tree, problems)) throw Error(problems);
  if (!is_map(tree, "the ensemble", problems)) throw Error(problems);
  check_keys(tree, "the ensemble", keys, problems);
  require(tree, "run", "run: wave.yaml", file, problems);
  require(tree, "vary", "vary: {WaveToy.width: [0.1, 0.2]}", file, problems);
  for (const Node& member : tree.children)
    attempt(problems, [&] { read_member(member, file, spec, problems); });
  read_sites(tree, spec, problems);
  check_set(spec, problems);
  return spec;
}

}  // namespace cardon
