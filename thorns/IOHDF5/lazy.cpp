// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "checkpoint_layout.hpp"
#include "field_output.hpp"
#include "hdf5_field_reader.hpp"

using namespace cardon;

CARDON_LAZY_SERVICES(lazy_service<Output, FieldOutput>("fields"),
                     lazy_service<FieldFileReader, Hdf5FieldReader>("hdf5"),
                     lazy_service<CheckpointFormat, CheckpointLayout>("hdf5"));
