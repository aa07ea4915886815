// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "field_output.hpp"
#include "support/sample_fields.hpp"

namespace cardon {

/// Of a file with "output: {fields: OPTIONS}".
inline SampleParameters field_parameters(const std::string& options) {
  return {{.path = "output.fields",
           .parameters = {declare(FieldOutput::compression), declare(FieldOutput::precision),
                          declare(FieldOutput::writers)},
           .use = SectionUse::repeatable},
          "output: {fields: " + options + "}"};
}

}  // namespace cardon
