// SPDX-License-Identifier: Apache-2.0
#include "parameters/included_files.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <variant>

#include "parameters/folder_of_text.hpp"
#include "parameters/parameter_file.hpp"
#include "parameters/problems.hpp"
#include "parameters/yaml_reader.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;

// A file that includes another one twice, and so on, would grow without end.
constexpr std::size_t max_files = 100;

class Reader {
 public:
  explicit Reader(std::vector<Problem>& problems) : problems_(problems) {}

  void read(const std::string& file, const Location& included_at) {
    auto content = read_parameter_file(file);
    if (auto* problem = std::get_if<Problem>(&content)) {
      problem->where = included_at;
      problems_.push_back(std::move(*problem));
      return;
    }
    std::string& text = std::get<std::string>(content);
    open_.push_back(identity(file));
    for (const Node& entry : included_by(file, text)) include(entry);
    open_.pop_back();
    texts_.push_back({file, std::move(text)});
  }

  std::vector<ParameterText> take() { return std::move(texts_); }

 private:
  static std::string identity(const std::string& file) {
    std::error_code failed;
    const fs::path path = fs::canonical(file, failed);
    return failed ? file : path.string();
  }

  std::vector<Node> included_by(const std::string& file, const std::string& text) {
    Node tree;
    std::vector<Problem> reported_later;
    if (!read_yaml(SourceText(file, text), tree, reported_later)) return {};
    const Node* names = tree.is_map() ? tree.find(include_key) : nullptr;
    if (!names || names->is_null()) return {};
    return names->is_list() ? names->children : std::vector<Node>{*names};
  }

  void include(const Node& entry) {
    if (!entry.is_scalar() || entry.text.empty())
      return refuse("include must be the name of a file, or a list of names", entry);
    const std::string file = (folder_of_text(entry.where) / entry.text).string();
    if (std::find(open_.begin(), open_.end(), identity(file)) != open_.end())
      return refuse(file + " includes itself, directly or through other files", entry);
    if (++included_ > max_files)
      return refuse("more than " + std::to_string(max_files) + " files are included", entry);
    read(file, entry.where);
  }

  void refuse(const std::string& message, const Node& entry) {
    Problem problem = make_problem("parameter/include", message, entry.where);
    problem.help = "write, for example, include: base.yaml; paths are relative to this file";
    problems_.push_back(std::move(problem));
  }

  std::vector<Problem>& problems_;
  std::vector<ParameterText> texts_;
  std::vector<std::string> open_;  // files that include the one being read
  std::size_t included_ = 0;
};

}  // namespace

std::vector<ParameterText> read_with_includes(const std::vector<std::string>& files,
                                              std::vector<Problem>& problems) {
  Reader reader(problems);
  for (const std::string& file : files) reader.read(file, {});
  return reader.take();
}

}  // namespace cardon
