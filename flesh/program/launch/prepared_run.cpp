// SPDX-License-Identifier: Apache-2.0
#include "launch/prepared_run.hpp"

#include <fmt/format.h>

#include <cardon/kit/collective_or_throw.hpp>
#include <functional>
#include <optional>
#include <utility>

#include "base/host_names.hpp"
#include "launch/rank_comparison.hpp"
#include "restart/restart_choice.hpp"
#include "session/session.hpp"
#include "startup/read_input.hpp"

namespace cardon {
namespace {

/// Transports are services, which all are there without being named; the folders that parameter
/// files name are not known yet. What is wrong with other thorns is reported with other mistakes.
std::shared_ptr<Transport> early_transport(const InputOptions& options, OpenedThorns& opened) {
  std::vector<Problem> reported_later;
  const ThornPath path(options.thorn_path, {});
  return make_transport(load_thorns(path, {}, opened, reported_later).catalogue);
}

/// As read_files(): rank 0 reads, all get its bytes.
void share_files(InputOptions& options, Transport& transport) {
  const bool reads = transport.rank() == 0;
  collective_or_throw(transport, [&] {
    if (reads) read_files(options);
  });
  const auto of_rank_0 = [&](const std::string& mine) {
    return gather_text(reads ? mine : "", transport).front();
  };
  options.texts.resize(std::stoul(of_rank_0(std::to_string(options.texts.size()))));
  for (ParameterText& file : options.texts) {
    file.name = of_rank_0(file.name);
    file.text = of_rank_0(file.text);
  }
}

/// `work`; what goes wrong on another rank than 0 says where.
void on_all_ranks(Transport& transport, const std::function<void()>& work) {
  collective_or_throw(transport, [&] {
    try {
      work();
    } catch (const Error& error) {
      if (transport.rank() == 0) throw;
      std::vector<Problem> problems = error.problems();
      for (Problem& problem : problems)
        problem.notes.push_back(fmt::format("on rank {}, host {}", transport.rank(), host_name()));
      throw Error(std::move(problems), error.exit_code());
    }
  });
}

}  // namespace

PreparedRun prepare_run(RunOptions& options, const std::string& name, OpenedThorns& opened,
                        std::shared_ptr<Transport> given) {
  PreparedRun run;
  run.started = seconds_now();
  run.transport = given ? std::move(given) : early_transport(options.input, opened);
  Transport& transport = *run.transport;
  with_transport(run.transport, [&] {
    require_same_start(options, transport);
    share_files(options.input, transport);
    std::optional<RestartChoice> from;
    if (!options.restart.empty())
      from = choose_restart(options.restart, {name, options.out}, transport);
    on_all_ranks(transport,
                 [&] { run.run = check_run(options.input, opened, run.warnings, from); });
    require_same_run(run.run->library, *run.run->parameters, run.warnings, transport);
    return exit_finished;
  });
  return run;
}

}  // namespace cardon
