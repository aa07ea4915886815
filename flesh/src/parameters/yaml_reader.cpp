// SPDX-License-Identifier: Apache-2.0
// yaml-cpp's own nodes let a second key of the same name pass unseen and read 012 as ten; its
// parser events do not interpret anything, so the tree is made from those.
#include "parameters/yaml_reader.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <map>
#include <sstream>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/line_excerpt.hpp"

namespace cardon {
namespace {

// A few aliases of aliases, or of a long text, would fill any memory.
constexpr std::size_t max_nodes = 1000000, max_bytes = std::size_t{256} << 20;
constexpr std::size_t max_depth = 100;

Problem syntax_problem(const std::string& message, const Location& where) {
  Problem problem;
  problem.slug = "parameter/syntax";
  problem.message = message;
  problem.where = where;
  return problem;
}

class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(const SourceText& source, std::vector<Problem>& problems)
      : source_(source), problems_(problems) {}

  Node take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    Node node;
    node.where = place(mark, "");
    const Cost cost = cost_of(node);
    count(cost, mark);
    finish(std::move(node), cost, anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end())
      throw YAML::ParserException(mark, "an alias is inside the node that it refers to");
    count(found->second.cost, mark);
    Node copy = found->second.node;
    copy.key.clear();
    copy.key_where = {};
    deliver(std::move(copy));
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    Node node = Node::scalar(value);
    node.quoted = tag == "!";
    node.where = place(mark, value);
    const Cost cost = cost_of(node);
    count(cost, mark);
    node.text_column = source_.column_of(mark.line, mark.column, value);
    finish(std::move(node), cost, anchor);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(Node::Kind::list, mark, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(Node::Kind::map, mark, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Cost {
    std::size_t nodes = 0, bytes = 0;
  };

  struct Frame {
    Node node;
    YAML::anchor_t anchor = 0;
    Cost before;
    bool has_key = false;
    std::string key;
    Location key_where;
    std::unordered_map<std::string, int> first_lines;  // of the members of a map
  };

  struct Anchored {
    Node node;
    Cost cost;
  };

  // Bytes of its texts; every node keeps the place of its key and the excerpts of its line.
  static Cost cost_of(const Node& node) {
    return {1, node.text.size() + 2 * (node.where.text.size() + node.where.file.size())};
  }

  Location place(const YAML::Mark& mark, const std::string& scalar) const {
    return source_.at(mark.line, mark.column, source_.extent(mark.line, mark.column, scalar));
  }

  void count(const Cost& more, const YAML::Mark& mark) {
    cost_.nodes += more.nodes;
    cost_.bytes += more.bytes;
    if (cost_.nodes > max_nodes) throw YAML::ParserException(mark, "too many values");
    if (cost_.bytes > max_bytes)
      throw YAML::ParserException(mark, "the values have more than 256 MB, with their aliases");
  }

  void open(Node::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
    const Cost before = cost_;
    if (stack_.size() >= max_depth)
      throw YAML::ParserException(mark, "lists and maps are nested too deeply");
    Frame frame;
    frame.node.kind = kind;
    frame.node.where = place(mark, "");
    frame.anchor = anchor;
    frame.before = before;
    count(cost_of(frame.node), mark);
    stack_.push_back(std::move(frame));
  }

  void close() {
    Frame frame = std::move(stack_.back());
    stack_.pop_back();
    if (frame.anchor != 0)
      anchors_[frame.anchor] = {
          frame.node, {cost_.nodes - frame.before.nodes, cost_.bytes - frame.before.bytes}};
    deliver(std::move(frame.node));
  }

  void finish(Node node, const Cost& cost, YAML::anchor_t anchor) {
    if (anchor != 0) anchors_[anchor] = {node, cost};
    deliver(std::move(node));
  }

  void deliver(Node node) {
    if (stack_.empty()) {
      root_ = std::move(node);
    } else if (Frame& top = stack_.back(); top.node.is_list()) {
      top.node.children.push_back(std::move(node));
    } else if (!top.has_key) {
      take_key(top, node);
    } else {
      top.has_key = false;
      add_member(top, std::move(node));
    }
  }

  void take_key(Frame& top, const Node& node) {
    top.has_key = true;
    top.key = node.text;
    top.key_where = node.where;
    if (!node.is_scalar() || node.text.empty())
      problems_.push_back(syntax_problem("a key must be a single word", node.where));
  }

  void add_member(Frame& top, Node node) {
    if (top.key.empty()) return;
    node.key = top.key;
    node.key_where = top.key_where;
    if (node.is_null()) node.where = top.key_where;
    const auto [earlier, is_new] = top.first_lines.try_emplace(node.key, node.key_where.line);
    if (is_new) {
      top.node.children.push_back(std::move(node));
      return;
    }
    Problem problem;
    problem.slug = "parameter/duplicate";
    problem.message = "key " + node.key + " is given twice";
    problem.where = node.key_where;
    const int first = earlier->second;
    problem.hint = first > 0 ? "first given in line " + std::to_string(first) : "given before";
    problem.help = "keep one of them";
    problems_.push_back(std::move(problem));
  }

  const SourceText& source_;
  std::vector<Problem>& problems_;
  std::vector<Frame> stack_;
  std::map<YAML::anchor_t, Anchored> anchors_;
  Cost cost_;
  Node root_;
};

Problem problem_of(const YAML::Exception& error, const SourceText& source) {
  Problem problem = syntax_problem("this is not YAML: " + error.msg,
                                   source.at(error.mark.line, error.mark.column));
  const std::string_view line = split_excerpt(problem.where.text).text;
  if (line.find('\t') < line.find_first_not_of(" \t"))
    problem.notes.push_back("YAML forbids tabs before a key; use spaces");
  return problem;
}

}  // namespace

bool read_yaml(const SourceText& source, Node& tree, std::vector<Problem>& problems) {
  TreeBuilder builder(source, problems);
  try {
    std::istringstream stream(source.text());
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(builder)) return true;
    tree = builder.take();
    if (parser.HandleNextDocument(builder))
      problems.push_back(syntax_problem("a parameter file has one document, not several (---)",
                                        builder.take().where));
  } catch (const YAML::Exception& error) {
    problems.push_back(problem_of(error, source));
    tree = {};
    return false;
  }
  return true;
}

}  // namespace cardon
