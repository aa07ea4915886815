// SPDX-License-Identifier: Apache-2.0
// Fields as HDF5 files that openPMD readers, ParaView and VisIt open.
#pragma once
#include <cardon/services/output.hpp>
#include <functional>
#include <memory>
#include <string>

#include "field_output_parameters.hpp"
#include "site_file_writer.hpp"
#include "storage_options.hpp"
#include "vector_file.hpp"
#include "xdmf_series.hpp"

namespace cardon {

/// Every site writes a file of its own; where there are several, rank 0 writes an index that makes
/// them one data set. No message leaves a site.
class FieldOutput : public Output, public FieldOutputParameters {
 public:
  std::vector<double> working_memory(const OutputSetup& setup,
                                     std::span<const RankShare> ranks) const override;
  std::vector<double> copies(const OutputSetup& setup,
                             std::span<const RankShare> ranks) const override;
  void open(const OutputSetup& setup) override;
  void write(const Snapshot& snapshot) override;
  void close() override { writer_.close(); }
  std::size_t bytes_written() const override { return bytes_; }

 private:
  FieldFileHeader header(const std::string& name) const {
    return {name, name + suffix_, setup_.title, setup_.losses, setup_.provenance, {}};
  }
  bool is_first_of_all() const { return setup_.transport->rank() == 0; }
  /// Components [begin, end) of Snapshot::fields that make a vector or tensor.
  struct Group {
    std::size_t begin = 0, end = 0;
  };
  static std::vector<Group> whole_groups(const Snapshot& snapshot);
  /// Null: this output is written at once.
  BackgroundWriter* background() const {
    return writer_.writes_alone() ? setup_.background : nullptr;
  }
  /// Rank 0 does what needs no values.
  void on_first(std::function<void()> work);
  XdmfField write_field(const Snapshot& snapshot, const FieldView& view);
  /// Scalar fields, and components of whole vectors and tensors as one record each; `written` are
  /// the files of all fields.
  static std::vector<OutputRecord> records_of(const Snapshot& snapshot,
                                              const std::vector<XdmfField>& written);
  XdmfField write_vector(const Snapshot& snapshot, const OutputRecord& record);
  /// The file that has all records of this output.
  void write_whole_output(const Snapshot& snapshot, const std::vector<OutputRecord>& records);
  /// Rank 0 lets `fill` write a file without values of its own, which gets its name when it is
  /// complete.
  void write_links(const std::filesystem::path& folder, const std::string& file,
                   std::function<void(const std::filesystem::path&)> fill);
  /// The file of the own site, or of the run where it has one site.
  void write_part(const std::string& file, const FieldFileHeader& header, const Snapshot& snapshot,
                  const FieldView& view);
  void write_index(const std::string& stem, const FieldFileHeader& header, const Snapshot& snapshot,
                   const GridFunction& field) const;
  std::string site_file(const std::string& stem, std::size_t site) const;
  /// Throws if the disk has no room for this part of one more field.
  void check_space(const std::filesystem::path& file, const Box& part) const;

  OutputSetup setup_;
  StorageOptions options_;
  std::filesystem::path folder_;
  std::string suffix_;  ///< of file names: "" for the first entry, "-2" for the second
  std::unique_ptr<XdmfSeries> series_;
  SiteFileWriter writer_;
  std::size_t bytes_ = 0;
};

}  // namespace cardon
