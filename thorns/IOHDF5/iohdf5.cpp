// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "field_output_parameters.hpp"

CARDON_THORN(IOHDF5) {
  using namespace cardon;
  thorn.summary(
      "Writes fields as HDF5 files in openPMD layout with an XDMF sidecar, reads them back, and "
      "lays out checkpoints");
  provide_lazily<Output>(thorn, "fields",
                         "Fields as HDF5 files (openPMD 1.1.0) with an XDMF sidecar")
      .section("output.fields")
      .repeatable()
      .parameters(FieldOutputParameters::compression, FieldOutputParameters::precision,
                  FieldOutputParameters::writers);
  provide_lazily<FieldFileReader>(thorn, "hdf5", "Reads the files of output.fields");
  provide_lazily<CheckpointFormat>(thorn, "hdf5",
                                   "Checkpoints as HDF5 files, one dataset per block")
      .feature(feature::standard);
}
