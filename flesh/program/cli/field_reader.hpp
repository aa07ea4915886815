// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/field_file_reader.hpp>
#include <memory>
#include <string>
#include <vector>

namespace cardon::cli {

/// The reader of field files that the service thorns provide; null if none does.
std::shared_ptr<FieldFileReader> make_field_reader(const std::vector<std::string>& thorn_path);

}  // namespace cardon::cli
