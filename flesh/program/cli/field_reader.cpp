// SPDX-License-Identifier: Apache-2.0
#include "field_reader.hpp"

#include "failure.hpp"
#include "registry/thorn_library.hpp"

namespace cardon::cli {

std::shared_ptr<FieldFileReader> make_field_reader(const std::vector<std::string>& thorn_path) {
  std::vector<Problem> problems;
  const ThornLibrary library = load_thorns(ThornPath(thorn_path), {}, problems);
  complain(problems, "the others are used.");
  const auto readers = library.catalogue.of_role(role_name<FieldFileReader>);
  return readers.empty() ? nullptr
                         : library.catalogue.make<FieldFileReader>(readers.front()->service.name);
}

}  // namespace cardon::cli
