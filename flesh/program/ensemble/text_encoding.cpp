// SPDX-License-Identifier: Apache-2.0
#include "ensemble/text_encoding.hpp"

#include <cardon/thorn/error.hpp>
#include <nlohmann/json.hpp>

#include "base/printable.hpp"

namespace cardon {

void require_utf8(const std::string& text, const std::string& what) {
  try {
    nlohmann::json(text).dump();
  } catch (const nlohmann::json::type_error&) {
    throw Error(Problem{.slug = "ensemble/encoding",
                        .message = printable(what) + " is not UTF-8",
                        .help = "rename it, or save it as UTF-8"});
  }
}

}  // namespace cardon
