// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "cardon/parameter_input.hpp"
#include "parameters/path_words.hpp"
#include "parameters/yaml_reader.hpp"

namespace cardon {
namespace {

Problem file_problem(const std::string& path, const std::string& why) {
  Problem problem;
  problem.slug = "parameter/file";
  problem.message = "cannot read the parameter file " + path;
  problem.notes = {why};
  return problem;
}

Problem override_problem(const std::string& argument) {
  Problem problem;
  problem.slug = "parameter/override";
  problem.message = argument + " is not key=value";
  problem.where = {"command line", 0, 1, static_cast<int>(argument.size()), argument};
  problem.help = "write, for example, WaveToy.speed=2 or time.stop.iterations=10";
  return problem;
}

// A map with one member, for the word of a key that starts at `column` of the argument.
Node wrap(Node value, const PathWord& word, const std::string& argument) {
  value.key = word.text;
  value.key_where = {"command line", 0, static_cast<int>(word.start) + 1,
                     static_cast<int>(word.text.size()), argument};
  if (value.is_null()) value.where = value.key_where;
  Node map;
  map.kind = Node::Kind::map;
  map.where = value.key_where;
  map.children.push_back(std::move(value));
  return map;
}

const Node* lookup(const Node& root, std::string_view path) {
  const Node* node = &root;
  for (const PathWord& word : path_words(path)) {
    node = node->find(word.text);
    if (!node) return nullptr;
  }
  return node;
}

}  // namespace

void ParameterInput::add_file(const std::string& path) {
  errno = std::filesystem::is_directory(path) ? EISDIR : 0;
  std::ostringstream text;
  if (errno == 0) {
    std::ifstream stream(path, std::ios::binary);
    if (stream && stream.peek() != std::ifstream::traits_type::eof()) text << stream.rdbuf();
  }
  if (errno == 0) return add_text(path, text.str());
  problems_.push_back(file_problem(path, std::strerror(errno)));
  readable_ = false;
}

void ParameterInput::add_text(const std::string& name, std::string_view text) {
  Node tree;
  readable_ = read_yaml(SourceText(name, text), tree, problems_) && readable_;
  if (!tree.is_map() && !tree.is_null()) {
    Problem problem;
    problem.slug = "parameter/syntax";
    problem.message = "a parameter file is made of `key: value` lines";
    problem.where = tree.where;
    problems_.push_back(std::move(problem));
    readable_ = false;
    return;
  }
  layers_.push_back(std::move(tree));
}

void ParameterInput::add_override(const std::string& argument) {
  const std::size_t equals = argument.find('=');
  const std::vector<PathWord> words =
      equals == argument.npos ? std::vector<PathWord>{}
                              : path_words(std::string_view(argument).substr(0, equals));
  bool sound = !words.empty();
  for (const PathWord& word : words) sound = sound && !word.text.empty();
  if (!sound) {
    problems_.push_back(override_problem(argument));
    return;
  }
  const SourceText source = SourceText::argument(argument, equals + 1);
  Node value = source.as_scalar();
  const char first = value.text.empty() ? ' ' : value.text[0];
  // Text is taken as it stands, so that formulas with colons need no second quotes; lists, maps and
  // quotes are YAML.
  if (std::string_view("[{\"'").find(first) != std::string_view::npos &&
      !read_yaml(source, value, problems_))
    return;
  if (value.is_scalar() && value.text.empty() && !value.quoted) value.kind = Node::Kind::null;
  for (auto word = words.rbegin(); word != words.rend(); ++word)
    value = wrap(std::move(value), *word, argument);
  layers_.push_back(std::move(value));
}

std::vector<Node> ParameterInput::names(std::string_view key) const {
  std::vector<Node> names;
  for (const Node& layer : layers_) {
    const Node* node = layer.find(key);
    if (!node) continue;
    names = node->is_list()     ? node->children
            : node->is_scalar() ? std::vector<Node>{*node}
                                : std::vector<Node>{};
  }
  std::erase_if(names, [](const Node& name) { return !name.is_scalar(); });
  return names;
}

bool ParameterInput::mentions(std::string_view path) const {
  for (const Node& layer : layers_)
    if (lookup(layer, path)) return true;
  return false;
}

}  // namespace cardon
