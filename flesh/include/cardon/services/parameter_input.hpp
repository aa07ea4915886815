// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/node.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

/// What the user said: parameter files and `key=value` arguments, as trees. Later ones win over
/// earlier ones. Nothing is thrown: problems are kept, so that resolve_parameters can report them
/// together with all others.
class ParameterInput {
 public:
  /// Reads a file, whose name messages show; one that cannot be read becomes a problem.
  void add_file(const std::string& path);
  /// `name` stands for the file in messages.
  void add_text(const std::string& name, std::string_view text);
  /// Such as "WaveToy.speed=2", "grid.points=[64,64,64]" or "output.slices[0].every=5"; Thorn::name
  /// works as well.
  void add_override(const std::string& key_equals_value);

  /// The entries of `thorns:` and `thorn_path:`, from the last input that has the key; a single
  /// scalar counts as a list.
  std::vector<Node> thorns() const { return names("thorns"); }
  /// The entries of `thorn_path:`, found as those of `thorns:`.
  std::vector<Node> thorn_path() const { return names("thorn_path"); }
  /// True if some input has something at this dotted path, such as "output.fields".
  bool mentions(std::string_view path) const;

  /// The scalar that counts at this dotted path; null: nobody says anything.
  const Node* scalar_at(std::string_view path) const;

  /// What was found wrong so far, in the order of the input.
  const std::vector<Problem>& problems() const { return problems_; }
  /// False if some text was not YAML at all: then only `problems` is worth reporting.
  bool readable() const { return readable_; }
  /// One tree for each input, in the order in which they were added.
  const std::vector<Node>& layers() const { return layers_; }

 private:
  std::vector<Node> names(std::string_view key) const;

  std::vector<Node> layers_;
  std::vector<Problem> problems_;
  bool readable_ = true;
};

}  // namespace cardon
