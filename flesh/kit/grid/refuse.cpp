// SPDX-License-Identifier: Apache-2.0
#include <cardon/services/parameter_set.hpp>
#include <cardon/thorn/error.hpp>
#include <cardon/thorn/refuse.hpp>

namespace cardon {

void refuse(const Block& block, std::string_view parameter, std::string slug, std::string message,
            std::string help) {
  Problem problem;
  problem.slug = std::move(slug);
  problem.message = std::move(message);
  const SectionValues& values = block.context().parameters->section(block.context().thorn);
  if (values.section().find(parameter)) problem.where = values.where(parameter);
  problem.help = std::move(help);
  throw Error(std::move(problem));
}

}  // namespace cardon
