// SPDX-License-Identifier: Apache-2.0
#include "failure.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cardon/thorn/version.hpp>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <system_error>
#include <thread>

#include "cores/memory_facts.hpp"
#include "launch/rank_threads.hpp"
#include "session/session.hpp"

namespace cardon::cli {
namespace {

bool colour() { return isatty(STDERR_FILENO) == 1; }

// A launcher ends all ranks as soon as one of them ends with an error, be it before rank 0 had the
// time to say what is wrong. So the others wait to be ended; the limit is for launchers that do
// not.
constexpr std::chrono::seconds longest_wait{10};
// For what rank 0 may have to say as well.
constexpr std::chrono::seconds short_wait{2};

void leave_the_word_to_rank_0(std::chrono::seconds wait) {
  if (launch_rank() > 0) std::this_thread::sleep_for(wait);
}

void print(const std::string& text, int rank = launch_rank()) {
  std::fflush(stdout);
  if (rank > 0) fmt::print(stderr, "rank {}: ", rank);
  std::fputs(text.c_str(), stderr);
}

// By the system, or by what nobody could foresee.
const char* stopped = "the run was stopped.";

int report_bug(const std::string& what, int rank) {
  Problem problem{.slug = "bug", .message = "this is a bug in Cardon: " + what};
  problem.notes.push_back(std::string("version ") + version_text);
  problem.help = "please report it with the parameter file and the run folder";
  print(format_problem(problem, colour()), rank);
  return exit_bug;
}

// Of mistakes in the input rank 0 speaks for all, unless it has not met them: then it does not end
// the others, and each says its own.
int report(const Error& error, bool agreed, int rank) {
  const bool input = error.exit_code() == exit_bad_input && !error.is_in_task();
  if (error.is_in_task()) leave_the_word_to_rank_0(short_wait);
  if (error.is_on_all_ranks()) leave_the_word_to_rank_0(longest_wait);
  if (!agreed || launch_rank() == 0)
    print(format_problems(error.problems(), input ? "nothing was run." : stopped, colour()),
          agreed ? 0 : rank);
  return error.exit_code();
}

// Where the reader of a pipe has left, as head does, nobody wants more of it.
bool reader_has_left() {
  pollfd output{STDOUT_FILENO, POLLOUT, 0};
  return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

// `reason`: of the system; 0: not known.
int report_standard_output(int reason) {
  if (reader_has_left()) return exit_environment;
  Problem problem{.slug = "environment/standard-output",
                  .message = "cannot write to standard output",
                  .help = "free some space, or print to another file or device"};
  if (reason != 0) problem.message += std::string(": ") + std::strerror(reason);
  print(format_problems({problem}, "the output is incomplete.", colour()));
  return exit_environment;
}

// What is printed is written at the end, or was in vain before.
int with_standard_output(int code) {
  errno = 0;
  const bool written = std::fflush(stdout) == 0;
  return written && std::ferror(stdout) == 0 ? code : report_standard_output(errno);
}

// What the system refuses where nobody expected it.
int report_system(const std::system_error& error, int rank) {
  if (std::ferror(stdout) != 0) return report_standard_output(error.code().value());
  Problem problem{.slug = "environment/system", .message = error.what()};
  problem.help = "check free space, permissions and limits (ulimit -a)";
  if (const auto* file = dynamic_cast<const std::filesystem::filesystem_error*>(&error))
    problem.message =
        fmt::format("the system cannot use {}: {}", file->path1().string(), error.code().message());
  else if (error.code() == std::errc::resource_unavailable_try_again)
    problem.message =
        "cannot create another thread or process (ulimit -u, or its control "
        "group): " +
        error.code().message();
  return report(Error(problem, exit_environment), false, rank);
}

// Of what a rank has thrown, in a handler for it.
int report_thrown(int rank) {
  try {
    throw;
  } catch (const AgreedError& error) {
    return report(error, true, rank);
  } catch (const Error& error) {
    return report(error, false, rank);
  } catch (const std::bad_alloc&) {
    return report(out_of_memory(0), false, rank);
  } catch (const Bug& bug) {
    return report_bug(bug.what(), rank);
  } catch (const std::system_error& refused) {
    return report_system(refused, rank);
  } catch (const std::exception& other) {
    return report_bug(other.what(), rank);
  }
}

// Where ranks are threads, this one speaks for that which failed.
int report_rank(const RankFailure& failure) {
  try {
    std::rethrow_exception(failure.thrown);
  } catch (...) {
    const int code = report_thrown(failure.rank);
    if (!failure.others_run) return code;
    std::fflush(stdout);
    std::_Exit(code);
  }
}

}  // namespace

void say_that_nothing_runs() { stopped = "the command was stopped."; }

void complain(const std::vector<Problem>& problems, const std::string& consequence) {
  if (!problems.empty() && launch_rank() == 0)
    print(format_problems(problems, consequence, colour()));
}

int guarded(const std::function<int()>& action) {
  try {
    return with_standard_output(action());
  } catch (const RankFailure& failure) {
    return report_rank(failure);
  } catch (const std::exception&) {
    return report_thrown(launch_rank());
  }
}

}  // namespace cardon::cli
