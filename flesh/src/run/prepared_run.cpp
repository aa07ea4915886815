// SPDX-License-Identifier: Apache-2.0
#include "run/prepared_run.hpp"

#include "cardon/together.hpp"
#include "run/restart_choice.hpp"
#include "run/session.hpp"

namespace cardon {
namespace {

/// Transports are services, which all are there without being named. What is wrong with other
/// thorns is reported with the other mistakes.
std::shared_ptr<Transport> early_transport(const InputOptions& options) {
  ParameterInput input;
  for (const std::string& file : options.files) input.add_file(file);
  for (const std::string& text : options.overrides) input.add_override(text);
  if (!input.readable()) throw Error(input.problems());
  std::vector<Problem> reported_later;
  const ThornPath path(options.thorn_path, input.thorn_path());
  return make_transport(load_thorns(path, {}, reported_later).catalogue);
}

}  // namespace

PreparedRun prepare_run(const RunOptions& options, const std::string& name) {
  PreparedRun run;
  run.started = seconds_now();
  if (options.restart.empty()) {
    run.setup = set_up(options.input);
    run.transport = make_transport(run.setup->library.catalogue);
    return run;
  }
  run.transport = early_transport(options.input);
  with_transport(run.transport, [&] {
    const RestartChoice choice =
        choose_restart(options.restart, {name, options.out}, *run.transport);
    together(*run.transport, [&] { run.setup = set_up(options.input, choice); });
    return exit_finished;
  });
  return run;
}

}  // namespace cardon
