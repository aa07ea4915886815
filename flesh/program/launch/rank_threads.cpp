// SPDX-License-Identifier: Apache-2.0
#include "launch/rank_threads.hpp"

#include <fmt/format.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "cores/large_thread.hpp"
#include "grid/running_task.hpp"
#include "registry/thorn_library.hpp"
#include "session/session.hpp"

namespace cardon {
namespace {

// For the others to notice that a rank has failed. A launcher of processes would not wait at all.
constexpr std::chrono::seconds longest_end{5};

/// What the threads and the one that waits for them share; who is the last to need it frees it.
struct Team {
  std::shared_ptr<RankThreads> threads;
  std::function<int(const std::shared_ptr<Transport>&)> work;
  std::shared_ptr<ExecutionSpace> space = std::make_shared<ExecutionSpace>();

  std::mutex mutex;
  std::condition_variable changed;
  int running = 0;
  std::vector<int> codes;                    // by rank
  std::vector<std::exception_ptr> failures;  // by rank

  bool has_failed() const {
    return std::ranges::any_of(failures, [](const auto& failure) { return failure != nullptr; });
  }
};

void run_rank(Team& team, int rank, const std::shared_ptr<Transport>& transport) {
  int code = exit_finished;
  std::exception_ptr failure;
  try {
    code = team.work(transport);
  } catch (...) {
    failure = std::current_exception();
    team.threads->fail(rank);
  }
  const std::lock_guard lock(team.mutex);
  team.codes[std::size_t(rank)] = code;
  team.failures[std::size_t(rank)] = failure;
  --team.running;
  team.changed.notify_all();
}

/// Whether the rank ended only because another one did.
bool ended_with_others(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const Error& error) {
    return error.problems().front().slug == rank_ended_slug;
  } catch (...) {
    return false;
  }
}

[[noreturn]] void throw_cause(const std::vector<std::exception_ptr>& failures, bool others_run) {
  RankFailure cause{.others_run = others_run};
  for (std::size_t rank = 0; rank < failures.size(); ++rank) {
    if (failures[rank] == nullptr) continue;
    const bool own = !ended_with_others(failures[rank]);
    if (own || cause.thrown == nullptr) cause.rank = int(rank), cause.thrown = failures[rank];
    if (own) break;
  }
  throw cause;
}

using Threads = std::vector<LargeThread>;

/// A thread that is refused ends those before it.
Threads start(const std::shared_ptr<Team>& team, int ranks) {
  const auto transports = team->threads->join(ranks);
  Threads threads;
  try {
    for (int rank = 0; rank < ranks; ++rank) {
      {
        const std::lock_guard lock(team->mutex);
        ++team->running;
      }
      threads.emplace_back([team, rank, transport = transports[std::size_t(rank)]] {
        run_rank(*team, rank, transport);
      });
    }
  } catch (const std::system_error&) {
    team->threads->fail(int(threads.size()));
    for (LargeThread& thread : threads) thread.join();
    throw;
  }
  return threads;
}

constexpr const char* use_launcher = "start the ranks as processes: mpirun -n 4 cardon run FILE";

}  // namespace

int run_ranks(int ranks, const std::shared_ptr<RankThreads>& threads,
              std::function<int(const std::shared_ptr<Transport>&)> work) {
  watch_ends_of_tasks();
  auto team = std::make_shared<Team>();
  team->threads = threads;
  team->work = std::move(work);
  team->codes.resize(std::size_t(ranks));
  team->failures.resize(std::size_t(ranks));
  Threads started = start(team, ranks);
  std::unique_lock lock(team->mutex);
  const auto all_ended = [&] { return team->running == 0; };
  team->changed.wait(lock, [&] { return all_ended() || team->has_failed(); });
  if (!team->changed.wait_for(lock, longest_end, all_ended)) {
    for (LargeThread& thread : started) thread.leave();
    throw_cause(team->failures, true);
  }
  lock.unlock();
  for (LargeThread& thread : started) thread.join();
  if (team->has_failed()) throw_cause(team->failures, false);
  const auto other = std::ranges::find_if(team->codes, [](int code) { return code != 0; });
  return other == team->codes.end() ? int(exit_finished) : *other;
}

std::shared_ptr<RankThreads> rank_threads(const InputOptions& options, OpenedThorns& opened) {
  if (launch_size() > 1) {
    Error error({.slug = "cli/usage",
                 .message = fmt::format("--ranks makes ranks of this process, but a launcher "
                                        "started {} processes",
                                        launch_size()),
                 .help = "use one of them: mpirun -n 4 cardon run FILE, or cardon run FILE --ranks "
                         "4"});
    throw AgreedError(error.on_all_ranks());
  }
  std::vector<Problem> reported_later;
  const ThornPath path(options.thorn_path, {});
  return rank_threads(load_thorns(path, {}, opened, reported_later).catalogue);
}

std::shared_ptr<RankThreads> rank_threads(const ServiceCatalogue& catalogue) {
  if (!threads_compute())
    throw Error(
        {.slug = "run/rank-threads",
         .message = std::string("Kokkos computes with ") + Kokkos::DefaultExecutionSpace::name() +
                    " here, which ranks of one process cannot use at once",
         .help = use_launcher},
        exit_environment);
  const auto services = catalogue.of_role(role_name<RankThreads>);
  if (services.empty())
    throw Error(
        {.slug = "run/rank-threads",
         .message = "no thorn that joins ranks of one process, such as TransportThreads, is "
                    "installed",
         .help = use_launcher},
        exit_environment);
  return catalogue.make<RankThreads>(services.front()->service.name);
}

bool can_join_ranks(const ServiceCatalogue& catalogue) {
  return threads_compute() && !catalogue.of_role(role_name<RankThreads>).empty();
}

bool threads_compute() {
  return std::string_view(Kokkos::DefaultExecutionSpace::name()) == "Serial";
}

}  // namespace cardon
