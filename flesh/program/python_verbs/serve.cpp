// SPDX-License-Identifier: Apache-2.0
// cardon serve
#include "input_arguments.hpp"
#include "python_verb.hpp"

namespace cardon::cli {
namespace {

class ServeVerb : public PythonVerb {
 public:
  std::string name() const override { return "serve"; }
  std::string summary() const override {
    return "Show the runs of a folder in the browser: search, parameters side by side, pictures";
  }
  std::vector<std::string> examples() const override {
    return {"cardon serve", "cardon serve runs/quickstart --port 8000"};
  }
  void declare(CLI::App& app) override {
    app.add_option("RUNS", runs_, "Folder with runs, at most two levels down; default: runs")
        ->type_name("RUNS");
    app.add_option("--port", port_, "Port to listen at; default: a free one")
        ->check(whole_within(1, 65535));
  }
  nlohmann::json options() const override {
    return {{"runs", runs_}, {"port", port_}, {"program", own_program()}};
  }

 private:
  std::string runs_ = "runs";
  int port_ = 0;
};

}  // namespace

std::unique_ptr<Verb> make_serve_verb() { return std::make_unique<ServeVerb>(); }

}  // namespace cardon::cli
