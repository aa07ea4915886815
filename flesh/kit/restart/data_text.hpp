// SPDX-License-Identifier: Apache-2.0
// The values of parameters that name data files, as texts.
#pragma once
#include <string>

namespace cardon {

/// Whether two values of a parameter, as YAML, stand for the same data, wherever the files are.
bool is_same_data(const std::string& one, const std::string& other);
/// Such a value for people: "checksum 0123abcd (layers.h5 /vp)".
std::string data_words(const std::string& value);

}  // namespace cardon
