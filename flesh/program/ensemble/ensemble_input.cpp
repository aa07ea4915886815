// SPDX-License-Identifier: Apache-2.0
#include "ensemble/ensemble_input.hpp"

#include <algorithm>

#include "ensemble/ensemble_file.hpp"
#include "ensemble/input_check.hpp"
#include "ensemble/text_encoding.hpp"
#include "ensemble/varied_values.hpp"
#include "machine/node_form.hpp"

namespace cardon {
namespace {

MemberBase base_of(const EnsembleSpec& spec, const std::filesystem::path& out,
                   const std::vector<std::string>& thorn_path) {
  return {.files = spec.files,
          .set = spec.set,
          .thorn_path = thorn_path,
          .ranks = spec.ranks,
          .scalars = spec.scalars,
          .summary = spec.summary,
          .out = out.string()};
}

bool tells_members(const EnsembleSpec& spec, const std::vector<Problem>& problems) {
  return !spec.files.empty() && !spec.vary.empty() &&
         std::none_of(problems.begin(), problems.end(),
                      [](const Problem& problem) { return problem.slug == "ensemble/vary"; });
}

}  // namespace

EnsembleInput read_ensemble_input(const std::string& file, const std::filesystem::path& out,
                                  const std::vector<std::string>& thorn_path) {
  std::vector<Problem> problems;
  attempt(problems, [&] { require_utf8(out.string(), "the folder " + out.string()); });
  attempt(problems, [&] { require_utf8(file, "the name " + file); });
  for (const std::string& folder : thorn_path)
    attempt(problems, [&] { require_utf8(folder, "the folder " + folder); });
  if (!problems.empty()) throw Error(problems);
  EnsembleInput input{.spec = read_ensemble(file, problems)};
  input.base = base_of(input.spec, out, thorn_path);
  if (tells_members(input.spec, problems))
    attempt(problems, [&] {
      input.digest = input_digest(input.spec.files);
      input.members = members_of(input.spec);
      check_members(input.spec, input.members, input.base);
    });
  if (!problems.empty()) throw Error(problems);
  return input;
}

}  // namespace cardon
