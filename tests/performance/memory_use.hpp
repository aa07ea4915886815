// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon::performance {

/// Bytes of this process in memory now.
double resident_bytes();
/// The most there ever were.
double peak_bytes();

}  // namespace cardon::performance
