// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon {

/// Steps by errors: lead of evaluations of repeated steps, as short as a slow link lets it be.
constexpr long repeated_lead = 12;
/// Where repeated steps are rejected: shorter, as the next ones may be rejected, too.
constexpr long rejected_again_lead = 4;

}  // namespace cardon
