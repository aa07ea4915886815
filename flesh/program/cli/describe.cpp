// SPDX-License-Identifier: Apache-2.0
// cardon describe
#include <fmt/format.h>

#include "base/suggest.hpp"
#include "console/print_text.hpp"
#include "describe/parameter_description.hpp"
#include "descriptions.hpp"
#include "error_entry.hpp"
#include "failure.hpp"
#include "input_arguments.hpp"
#include "verb.hpp"

namespace cardon::cli {
namespace {

std::string markdown(const Catalogue& catalogue, const std::string& name) {
  std::string out;
  for (const auto& [path, section] : catalogue.parameters().sections())
    if (name.empty() || path == name) out += markdown_section(section) + "\n";
  return out;
}

class DescribeVerb : public Verb {
 public:
  std::string name() const override { return "describe"; }
  std::string summary() const override {
    return "Describe a thorn, parameter, field, service or error";
  }
  std::vector<std::string> examples() const override {
    return {"cardon describe WaveToy", "cardon describe WaveToy::speed parfiles/quickstart.yaml"};
  }
  void declare(CLI::App& app) override {
    app.add_option("NAME", name_,
                   "Such as WaveToy, WaveToy::speed, phi, rk4, output.slices, parameter/unknown");
    input_.declare(app, false);
    CLI::Option* schema =
        app.add_flag("--schema", schema_, "Print the JSON Schema of parameter files, for editors");
    app.add_flag("--markdown", markdown_,
                 "Print the tables of parameters in Markdown; of all sections without NAME")
        ->excludes(schema);
  }
  int execute() override {
    if (name_.find('/') != std::string::npos && print_error_entry()) return exit_finished;
    const Catalogue catalogue = load_catalogue(input_.options());
    complain(catalogue.problems, "the others are described.");
    print_text(text(catalogue));
    return exit_finished;
  }

 private:
  bool print_error_entry() const {
    const std::string entry = error_entry(name_);
    print_text(entry);
    return !entry.empty();
  }
  std::string text(const Catalogue& catalogue) const {
    if (schema_) return json_schema(catalogue.parameters());
    if (markdown_ && (name_.empty() || catalogue.parameters().find(name_)))
      return markdown(catalogue, name_);
    const std::vector<std::string> found = describe_name(catalogue, name_);
    if (found.empty()) refuse(catalogue);
    return fmt::format("{}", fmt::join(found, "\n"));
  }
  [[noreturn]] void refuse(const Catalogue& catalogue) const {
    std::vector<std::string> names = known_names(catalogue);
    for (const std::string& slug : error_slugs()) names.push_back(slug);
    std::string hint = did_you_mean(name_, names);
    if (const auto dot = name_.find('.'); hint.empty() && dot != name_.npos)
      hint = did_you_mean(name_.substr(0, dot) + "::" + name_.substr(dot + 1), names);
    throw Error(
        Problem{.slug = "cli/unknown-name",
                .message = name_.empty() ? "say what to describe" : "nothing is called " + name_,
                .hint = hint,
                .help = "cardon list thorns|parameters|fields|services"});
  }

  InputArguments input_;
  std::string name_;
  bool schema_ = false;
  bool markdown_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_describe_verb() { return std::make_unique<DescribeVerb>(); }

}  // namespace cardon::cli
