// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/services/parameter_input.hpp>
#include <utility>
#include <variant>

#include "base/line_excerpt.hpp"
#include "parameters/parameter_file.hpp"
#include "parameters/path_words.hpp"
#include "parameters/yaml_reader.hpp"

namespace cardon {
namespace {

constexpr std::size_t max_path_words = 100;

Problem override_problem(const std::string& argument) {
  Problem problem;
  problem.slug = "parameter/override";
  problem.message = argument + " is not key=value";
  problem.where = {"command line", 0, 1, int(argument.size()), argument};
  problem.help = "write, for example, WaveToy.speed=2 or time.stop.iterations=10";
  return problem;
}

// Bytes of the UTF-8 character at the start of a text; 0 if there is none. Overlong forms,
// surrogates and what is beyond U+10FFFF are none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t n) {
    return n < text.size() ? unsigned(static_cast<unsigned char>(text[n])) : 0u;
  };
  const unsigned first = byte(0), second = byte(1);
  if (first < 0x80) return 1;
  const std::size_t length = first < 0xc2   ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  for (std::size_t n = 1; n < length; ++n)
    if ((byte(n) & 0xc0) != 0x80) return 0;
  if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f)) return 0;
  if ((first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f)) return 0;
  return length;
}

// Where the first byte is that is not part of a UTF-8 character; npos if all are.
std::size_t find_no_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text.substr(at));
    if (length == 0) return at;
    at += length;
  }
  return text.npos;
}

// Everything that Cardon writes is UTF-8, JSON has to be.
Problem encoding_problem(std::string_view text, std::size_t at, const Location& where) {
  Problem problem;
  problem.slug = "parameter/syntax";
  problem.message = "the text is not UTF-8: byte 0x";
  for (const int shift : {4, 0})
    problem.message += "0123456789abcdef"[(static_cast<unsigned char>(text[at]) >> shift) & 15];
  problem.where = where;
  problem.help = "save the file as UTF-8; iconv -f latin1 -t utf8 converts older files";
  return problem;
}

// The line is shown up to that byte, which a terminal could not show.
Location place_of_byte(const std::string& file, std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0
  Location where;
  where.file = file;
  where.line = 1 + int(std::count(before.begin(), before.end(), '\n'));
  where.column = int(at - start) + 1;
  where.length = 1;
  where.text = line_excerpt(std::string(before.substr(start)) + '?', where.column);
  return where;
}

// A map with one member, for the word of a key that starts at `column` of the argument.
Node wrap(Node value, const PathWord& word, const std::string& argument) {
  value.key = word.text;
  value.key_where = {"command line", 0, int(word.start) + 1, int(word.text.size()),
                     line_excerpt(argument, int(word.start) + 1)};
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
  const std::variant<std::string, Problem> content = read_parameter_file(path);
  if (const std::string* text = std::get_if<std::string>(&content)) return add_text(path, *text);
  problems_.push_back(std::get<Problem>(content));
  readable_ = false;
}

void ParameterInput::add_text(const std::string& name, std::string_view text) {
  if (const std::size_t at = find_no_utf8(text); at != text.npos) {
    problems_.push_back(encoding_problem(text, at, place_of_byte(name, text, at)));
    readable_ = false;
    return;
  }
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
  if (const std::size_t at = find_no_utf8(argument); at != argument.npos) {
    const int column = int(at) + 1;
    problems_.push_back(encoding_problem(
        argument, at, {"command line", 0, column, 1, argument.substr(0, at) + '?'}));
    return;
  }
  const std::size_t equals = argument.find('=');
  const std::vector<PathWord> words =
      equals == argument.npos ? std::vector<PathWord>{}
                              : path_words(std::string_view(argument).substr(0, equals));
  bool sound = !words.empty() && words.size() <= max_path_words;
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

const Node* ParameterInput::scalar_at(std::string_view path) const {
  const Node* last = nullptr;
  for (const Node& layer : layers_)
    if (const Node* node = lookup(layer, path); node && node->is_scalar()) last = node;
  return last;
}

bool ParameterInput::mentions(std::string_view path) const {
  for (const Node& layer : layers_)
    if (lookup(layer, path)) return true;
  return false;
}

}  // namespace cardon
