// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon::cli {

/// Opens /dev/null for those of standard input, output and error that are closed: else the next
/// files that are opened would take their places, and get what is meant for the screen.
void reserve_standard_descriptors();

}  // namespace cardon::cli
