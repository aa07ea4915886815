// SPDX-License-Identifier: Apache-2.0
// What two runs have in common.
#pragma once
#include <cardon/thorn/box.hpp>
#include <cardon/thorn/types.hpp>
#include <optional>
#include <string>
#include <vector>

#include "report/run_record.hpp"

namespace cardon {

/// Two values agree if |a - b| <= absolute + relative * max(|a|, |b|). Nothing but equal values
/// agrees by default; NaN agrees with NaN.
struct Tolerance {
  double relative = 0, absolute = 0;
  bool exact() const { return relative == 0 && absolute == 0; }
  bool agree(double a, double b) const;
};

struct Comparison {
  /// The largest relative difference |a - b| / max(|a|, |b|) of values that do not agree in some
  /// columns of scalars.tsv, over the iterations that both tables have.
  struct Scalars {
    int columns = 0;     ///< compared
    double largest = 0;  ///< infinite where only one of two values is a NaN
    std::string column;  ///< where the largest one is
    long iteration = 0;
    double a = 0, b = 0;
    int positions =
        0;  ///< columns with coordinates of extrema that differ; they do not count for `largest`
    bool identical() const { return largest == 0 && positions == 0; }
  };
  /// The first point, x fastest, at which two field files of the earliest such iteration differ.
  struct Point {
    long iteration = 0;
    int dimensions = 3;
    Index3 index{0, 0, 0};
    Vec3 position;
    double a = 0, b = 0;
    long different = 0, points = 0;  ///< how many points of that iteration differ
  };
  struct Field {
    std::string
        name;  ///< "Thorn::field", or the name of a declared scalar (then without checksums)
    bool has_checksum = true;       ///< in some run
    bool in_a = true, in_b = true;  ///< which of the runs has it
    bool same_checksum = true;
    /// Checksums differ, but values were compared and agree within the tolerance.
    bool values_agree = false;
    Scalars scalars;
    std::optional<Point> first;
    bool identical() const {
      return in_a && in_b && (same_checksum || values_agree) && scalars.identical();
    }
  };

  RunRecord a, b;
  Tolerance tolerance;
  std::vector<Field> fields;
  bool table_missing = false;      ///< only one of the runs has rows in scalars.tsv
  std::vector<std::string> notes;  ///< what could not be compared
  /// Whether anything of the results is in both runs.
  bool compared() const {
    for (const Field& field : fields)
      if (field.has_checksum || field.scalars.columns > 0) return true;
    return false;
  }
  bool identical() const {
    for (const Field& field : fields)
      if (!field.identical()) return false;
    return compared();
  }
};

}  // namespace cardon
