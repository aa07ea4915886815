// SPDX-License-Identifier: Apache-2.0
#include "cardon/service.hpp"
#include "checkpoint_layout.hpp"
#include "field_output.hpp"
#include "hdf5_field_reader.hpp"

CARDON_THORN(IOHDF5) {
  using namespace cardon;
  thorn.summary(
      "Writes fields as HDF5 files in openPMD layout with an XDMF sidecar, reads them back, and "
      "lays out checkpoints");
  provide<Output, FieldOutput>(thorn, "fields",
                               "Fields as HDF5 files (openPMD 1.1.0) with an XDMF sidecar")
      .section("output.fields")
      .repeatable()
      .parameters(FieldOutput::compression, FieldOutput::precision, FieldOutput::writers);
  provide<FieldFileReader, Hdf5FieldReader>(thorn, "hdf5", "Reads the files of output.fields");
  provide<CheckpointFormat, CheckpointLayout>(thorn, "hdf5",
                                              "Checkpoints as HDF5 files, one dataset per block")
      .feature(feature::standard);
}
