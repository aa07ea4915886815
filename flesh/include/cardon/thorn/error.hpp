// SPDX-License-Identifier: Apache-2.0
// Problems that a user can cause, and the one exception that carries them (style of messages:
// flesh/doc/errors.md).
#pragma once
#include <exception>
#include <string>
#include <vector>

namespace cardon {

/// Exit codes of the program.
enum ExitCode : int {
  exit_finished = 0,
  exit_bad_input = 2,    ///< bad parameter file or command line
  exit_health = 3,       ///< stopped by a health check
  exit_environment = 4,  ///< disk, MPI, network
  exit_bug = 70,         ///< a bug in Cardon
  exit_resubmit = 75     ///< stopped on time with a checkpoint
};

/// A place in the user's text. `line` and `column` count from 1; line 0 means that only `file` is
/// known; an empty `file` means no place at all. For the command line `file` is "command line" and
/// `text` the argument.
struct Location {
  std::string file;  ///< as the user named it; empty: no place
  int line = 0;      ///< from 1; 0: only the file is known
  int column = 0;    ///< from 1
  int length = 1;    ///< characters to underline
  std::string text;  ///< the whole source line, for the caret
  /// Whether there is a location to show.
  bool known() const { return !file.empty(); }
};

/// One thing that is wrong: what, where in the user's text, why, what to do.
struct Problem {
  std::string slug;     ///< stable name, such as "parameter/unknown"; documented in errors.md
  std::string message;  ///< what and for whom, one line, no full stop
  Location where;       ///< in the user's text; may be unknown
  std::string hint;     ///< printed after the caret, such as "did you mean speed?"
  std::vector<std::string> notes;  ///< the rule or the recorded reason, one line each
  std::string help;                ///< what to do, printed as "   help: ..."
};

/// The message of one problem in the one format; `colour` adds terminal escapes.
std::string format_problem(const Problem& problem, bool colour = false);
/// All problems, then "N errors; nothing was run." (`consequence` replaces the words after the
/// semicolon).
std::string format_problems(const std::vector<Problem>& problems,
                            const std::string& consequence = "nothing was run.",
                            bool colour = false);

/// The only exception the flesh throws for what a user can cause.
class Error : public std::exception {
 public:
  /// Several problems, reported together; `code` is the exit code of the program.
  explicit Error(std::vector<Problem> problems, ExitCode code = exit_bad_input);
  /// A single problem.
  explicit Error(Problem problem, ExitCode code = exit_bad_input);
  /// All problems in the one format, without colour.
  const char* what() const noexcept override { return text_.c_str(); }
  /// Returns the problems in the order in which they are reported.
  const std::vector<Problem>& problems() const { return problems_; }
  /// Returns the exit code of the program.
  ExitCode exit_code() const { return code_; }
  /// Every rank throws the same, so one may speak for all. Mistakes in the input are like that.
  bool is_on_all_ranks() const { return on_all_ranks_; }
  /// Marks an error that every rank throws alike: `throw Error(problem).on_all_ranks()`.
  Error& on_all_ranks() {
    on_all_ranks_ = true;
    return *this;
  }
  /// It left the function of a task: other ranks may have one as well, alike or not, or none.
  bool is_in_task() const { return in_task_; }
  /// Marks an error that left the function of a task, which other ranks need not share.
  Error& in_task() {
    in_task_ = true;
    on_all_ranks_ = false;
    return *this;
  }

 private:
  std::vector<Problem> problems_;
  ExitCode code_;
  bool on_all_ranks_ = code_ == exit_bad_input || code_ == exit_health;
  bool in_task_ = false;
  std::string text_;
};

/// A bug in Cardon itself: the message says so and asks for the run folder (exit code 70).
class Bug : public std::exception {
 public:
  /// `what`: the assumption that does not hold.
  explicit Bug(std::string what) : text_(std::move(what)) {}
  /// The text given to the constructor.
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

}  // namespace cardon
