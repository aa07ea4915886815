// SPDX-License-Identifier: Apache-2.0
// Field files read back.
#pragma once
#include "cardon/services/field_file_reader.hpp"

namespace cardon {

class Hdf5FieldReader : public FieldFileReader {
 public:
  std::string extension() const override { return ".h5"; }
  FieldData read(const std::filesystem::path& file) const override;
  std::string provenance(const std::filesystem::path& file) const override;
};

}  // namespace cardon
