// SPDX-License-Identifier: Apache-2.0
// Fields as HDF5 files that openPMD readers, ParaView and VisIt open.
#pragma once
#include <memory>
#include <string>

#include "cardon/parameter.hpp"
#include "cardon/services/output.hpp"
#include "field_file.hpp"
#include "storage_options.hpp"
#include "xdmf_series.hpp"

namespace cardon {

class FieldOutput : public Output {
 public:
  static constexpr Parameter compression{
      "compression", 0, "Level of lossless compression (deflate); 0 is none", between(0, 9)};
  static constexpr Parameter precision{"precision", "double", "Number type in the files",
                                       one_of("double", "single")};

  void open(const OutputSetup& setup) override;
  void write(const Snapshot& snapshot) override;
  std::size_t bytes_written() const override { return bytes_; }

 private:
  FieldFileHeader header(const std::string& name) const {
    return {name, name + suffix_, setup_.title, setup_.losses, setup_.provenance};
  }
  XdmfField write_field(const Snapshot& snapshot, const FieldView& view);
  /// Throws on all ranks if the disk has no room for one more field.
  void check_space(const std::filesystem::path& file) const;
  void write_together(const std::filesystem::path& file, const std::string& name,
                      const Snapshot& snapshot, const FieldView& view);
  void write_on_rank_zero(const std::filesystem::path& file, const std::string& name,
                          const Snapshot& snapshot, const FieldView& view);

  OutputSetup setup_;
  StorageOptions options_;
  std::filesystem::path folder_;
  std::string suffix_;  ///< of file names: "" for the first entry, "-2" for the second
  std::unique_ptr<XdmfSeries> series_;
  std::size_t bytes_ = 0;
};

}  // namespace cardon
