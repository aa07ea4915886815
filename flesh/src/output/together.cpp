// SPDX-License-Identifier: Apache-2.0
#include "cardon/together.hpp"

#include <cstring>
#include <exception>
#include <optional>
#include <string>

#include "cardon/error.hpp"

namespace cardon {
namespace {

// What other ranks need to throw the same: exit code, slug, message, help; places in files are the
// same on all ranks.
std::string pack(const Error& error) {
  std::string text(1, char(error.exit_code()));
  const Problem& problem = error.problems().front();
  for (const std::string& part : {problem.slug, problem.message, problem.help}) text += part + '\0';
  return text;
}

Error unpack(const std::vector<std::byte>& bytes) {
  const char* at = reinterpret_cast<const char*>(bytes.data());
  const ExitCode code = ExitCode(*at++);
  Problem problem;
  for (std::string* part : {&problem.slug, &problem.message, &problem.help}) {
    *part = at;
    at += part->size() + 1;
  }
  return Error(problem, code);
}

}  // namespace

void together(Transport& transport, const std::function<void()>& work) {
  std::optional<Error> own;
  try {
    work();
  } catch (const Error& error) {
    own = error;
  }
  const std::string said = own ? pack(*own) : "";
  const auto all = transport.all_gather(std::as_bytes(std::span(said)));
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    if (all[rank].empty()) continue;
    Error first = own && int(rank) == transport.rank() ? *own : unpack(all[rank]);
    throw first.on_all_ranks();
  }
}

}  // namespace cardon
