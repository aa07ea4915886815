// SPDX-License-Identifier: Apache-2.0
// cardon manual
#include <cardon/thorn/error.hpp>
#include <filesystem>
#include <fstream>

#include "base/suggest.hpp"
#include "command_table.hpp"
#include "console/print_text.hpp"
#include "input_arguments.hpp"
#include "usage/man_page.hpp"

namespace cardon::cli {
namespace {

namespace fs = std::filesystem;

void write_page(const fs::path& folder, const usage::CommandText& command) {
  const fs::path file = folder / (usage::page_name(command) + ".1");
  std::ofstream stream(file);
  stream << usage::man_page(command) << std::flush;
  if (!stream)
    throw Error(Problem{.slug = "environment/write", .message = "cannot write " + file.string()},
                exit_environment);
}

class ManualVerb : public Verb {
 public:
  std::string name() const override { return "manual"; }
  std::string summary() const override {
    return "Print the manual page of the program or of a verb";
  }
  std::vector<std::string> examples() const override {
    return {"cardon manual run | man -l -", "cardon manual --all ~/.local/share/man/man1"};
  }
  void declare(CLI::App& app) override {
    app.add_option("VERB", verb_, "A verb; default: the program itself");
    app.add_option("--all", folder_, "Write all pages into this folder, as cardon-run.1 and so on")
        ->type_name("FOLDER");
  }
  int execute() override {
    CommandTable table;
    cli::declare(table);
    const usage::CommandText text = command_text(table.app);
    if (folder_.empty())
      print_text(usage::man_page(chosen(text)));
    else
      write_all(text);
    return exit_finished;
  }

 private:
  const usage::CommandText& chosen(const usage::CommandText& program) const {
    if (verb_.empty()) return program;
    std::vector<std::string> names;
    for (const usage::CommandText& command : program.verbs) {
      if (command.name == program.name + " " + verb_) return command;
      names.push_back(command.name.substr(program.name.size() + 1));
    }
    throw Error(Problem{.slug = "cli/unknown-verb",
                        .message = "there is no verb " + verb_,
                        .hint = did_you_mean(verb_, names),
                        .help = "cardon --help"});
  }
  void write_all(const usage::CommandText& program) const {
    std::error_code failed;
    fs::create_directories(folder_, failed);
    write_page(folder_, program);
    for (const usage::CommandText& command : program.verbs) write_page(folder_, command);
  }

  std::string verb_, folder_;
};

}  // namespace

std::unique_ptr<Verb> make_manual_verb() { return std::make_unique<ManualVerb>(); }

}  // namespace cardon::cli
