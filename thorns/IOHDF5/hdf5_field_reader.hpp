// SPDX-License-Identifier: Apache-2.0
// Field files read back.
#pragma once
#include <cardon/services/field_file_reader.hpp>

namespace cardon {

class Hdf5FieldReader : public FieldFileReader {
 public:
  std::string extension() const override { return ".h5"; }
  FieldData read(const std::filesystem::path& file) const override;
  FieldData read_data(const std::filesystem::path& file, const std::string& dataset) const override;
  std::string provenance(const std::filesystem::path& file) const override;
  std::vector<FieldFilePart> parts(const std::filesystem::path& file) const override;
  void gather(const std::filesystem::path& file, std::span<const std::filesystem::path> parts,
              const std::filesystem::path& target) const override;
};

}  // namespace cardon
