// SPDX-License-Identifier: Apache-2.0
#include <cardon/services/parameter_set.hpp>
#include <cardon/thorn/error.hpp>
#include <cardon/thorn/refuse.hpp>

namespace cardon {

namespace {

Problem problem_with(const Block& block, std::string_view parameter, std::string slug,
                     std::string message, std::string help) {
  Problem problem;
  problem.slug = std::move(slug);
  problem.message = std::move(message);
  const SectionValues& values = block.context().parameters->section(block.context().thorn);
  if (values.section().find(parameter)) problem.where = values.where(parameter);
  problem.help = std::move(help);
  return problem;
}

}  // namespace

void refuse(const Block& block, std::string_view parameter, std::string slug, std::string message,
            std::string help) {
  throw Error(problem_with(block, parameter, std::move(slug), std::move(message), std::move(help)));
}

void warn(const Block& block, std::string_view parameter, std::string slug, std::string message,
          std::string help) {
  const BlockContext& context = block.context();
  if (!context.warn)
    throw Error(Problem{.slug = "schedule/undeclared",
                        .message = std::string(context.task) + " warns of a parameter",
                        .notes = {"tasks are called by every rank for every block"},
                        .help = "warn in the function given to limits_step"});
  context.warn(
      problem_with(block, parameter, std::move(slug), std::move(message), std::move(help)));
}

}  // namespace cardon
