// SPDX-License-Identifier: Apache-2.0
// cardon completion
#include "usage/completion.hpp"

#include "command_table.hpp"
#include "console/print_text.hpp"

namespace cardon::cli {
namespace {

class CompletionVerb : public Verb {
 public:
  std::string name() const override { return "completion"; }
  std::string summary() const override {
    return "Print a script that completes commands in a shell";
  }
  std::vector<std::string> examples() const override {
    return {"cardon completion bash > ~/.local/share/bash-completion/completions/cardon",
            "cardon completion fish > ~/.config/fish/completions/cardon.fish"};
  }
  void declare(CLI::App& app) override {
    app.add_option("SHELL", shell_, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  }
  int execute() override {
    CommandTable table;
    cli::declare(table);
    const usage::CommandText text = command_text(table.app);
    print_text(shell_ == "bash"  ? usage::bash_completion(text)
               : shell_ == "zsh" ? usage::zsh_completion(text)
                                 : usage::fish_completion(text));
    return exit_finished;
  }

 private:
  std::string shell_;
};

}  // namespace

std::unique_ptr<Verb> make_completion_verb() { return std::make_unique<CompletionVerb>(); }

}  // namespace cardon::cli
