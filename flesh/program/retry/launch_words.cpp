// SPDX-License-Identifier: Apache-2.0
#include "retry/launch_words.hpp"

#include <wordexp.h>

#include <cardon/thorn/error.hpp>

namespace cardon {
namespace {

std::string meaning(int failure) {
  switch (failure) {
    case WRDE_BADVAL:
      return "a variable in it is not set";
    case WRDE_CMDSUB:
      return "it contains a command substitution";
    case WRDE_SYNTAX:
      return "a quote or bracket in it is not closed";
    case WRDE_BADCHAR:
      return "it has one of the characters | & ; < > ( ) { } outside of quotes";
    default:
      return "there is not enough memory for it";
  }
}

[[noreturn]] void refuse_command(const std::string& command, const std::string& why) {
  throw Error({.slug = "run/launch",
               .message = "--launch \"" + command + "\" is not one command: " + why,
               .help = "--launch takes the launcher with its options, such as \"mpirun -n 4\"; put "
                       "anything else in a script that ends with exec mpirun -n 4 \"$@\""});
}

}  // namespace

std::vector<std::string> launch_words(const std::string& command) {
  wordexp_t found{};
  const int failure = wordexp(command.c_str(), &found, WRDE_NOCMD | WRDE_UNDEF);
  if (failure != 0) refuse_command(command, meaning(failure));
  const std::vector<std::string> words(found.we_wordv, found.we_wordv + found.we_wordc);
  wordfree(&found);
  if (words.empty()) refuse_command(command, "it is empty");
  return words;
}

}  // namespace cardon
