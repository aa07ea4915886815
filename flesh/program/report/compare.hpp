// SPDX-License-Identifier: Apache-2.0
// Do two runs have the same answer, and where do they part?
#pragma once
#include <filesystem>
#include <string>

#include "report/comparison.hpp"

namespace cardon {

class FieldFileReader;

/// Compares the checksums of summary.json and the common rows and columns of scalars.tsv; for
/// fields that differ it looks for the first different point in the field files, if both runs have
/// some and `reader` can read them (it may be null). Throws Error for a folder that holds no
/// finished run. With a tolerance, fields whose checksums differ are compared by the values in
/// their files, or by scalars alone where the runs have no common files of them.
Comparison compare_runs(const std::filesystem::path& a, const std::filesystem::path& b,
                        const FieldFileReader* reader, const Tolerance& tolerance = {});

/// The comparison for people. The verdict is a line "identical", or one that begins with
/// "different", or says what was not compared because only one run has it; behind it stands what
/// why_different() says.
std::string comparison_text(const Comparison& comparison);

/// Exit code of the verb: 0 identical, 1 different or without anything to compare. A table that
/// only one run wrote is not a difference: the checksums cover all values of the last step.
inline int comparison_exit_code(const Comparison& comparison) {
  return comparison.identical() ? 0 : 1;
}

}  // namespace cardon
