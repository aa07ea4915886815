// SPDX-License-Identifier: Apache-2.0
#include "report/compare.hpp"

#include <algorithm>
#include <cardon/services/field_file_reader.hpp>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "report/field_files.hpp"
#include "report/scalar_table.hpp"

namespace cardon {
namespace {

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

double relative_difference(double a, double b) {
  if (same(a, b)) return 0;
  if (!std::isfinite(a) || !std::isfinite(b)) return std::numeric_limits<double>::infinity();
  return std::abs(a - b) / std::max(std::abs(a), std::abs(b));
}

// "phi" of "phi.min", "Wave::phi" of "Wave::phi.maxloc.x", "energy" of "energy".
std::string owner_of(const std::string& column) { return column.substr(0, column.find('.')); }

bool means(const std::string& owner, const std::string& full_name) {
  const std::size_t colons = full_name.find("::");
  return owner == full_name || (colons != full_name.npos && owner == full_name.substr(colons + 2));
}

// "phi.maxloc.x" is a coordinate: the relative difference of coordinates means nothing.
bool is_position(const std::string& column) {
  return column.find(".minloc.") != column.npos || column.find(".maxloc.") != column.npos;
}

// The iteration from which the run was restarted.
std::optional<double> restart_of(const RunRecord& run) {
  const nlohmann::json provenance = nlohmann::json::parse(run.provenance, nullptr, false);
  if (!provenance.is_object() || !provenance.contains("restarted_from")) return {};
  const nlohmann::json& from = provenance["restarted_from"];
  if (!from.is_object() || !from.value("iteration", nlohmann::json()).is_number()) return {};
  return from["iteration"].get<double>();
}

/// Rows of a column without the NaN before the restart that added it, and after the one that left
/// it out; all rows of other columns.
std::pair<std::size_t, std::size_t> recorded_rows(const std::vector<double>& iterations,
                                                  const std::vector<double>& column,
                                                  std::optional<double> restart) {
  const std::pair<std::size_t, std::size_t> all{0, column.size()};
  if (!restart) return all;
  const auto is_number = [](double value) { return !std::isnan(value); };
  const auto first = std::find_if(column.begin(), column.end(), is_number);
  if (first == column.end()) return all;
  const auto last = std::find_if(column.rbegin(), column.rend(), is_number).base();
  std::pair<std::size_t, std::size_t> rows{first - column.begin(), last - column.begin()};
  if (rows.first > 0 && iterations[rows.first - 1] > *restart) rows.first = 0;
  if (rows.second < column.size() && iterations[rows.second - 1] > *restart)
    rows.second = column.size();
  return rows;
}

// Pairs of rows with the same iteration.
std::vector<std::pair<std::size_t, std::size_t>> common_rows(const ScalarTable& a,
                                                             const ScalarTable& b) {
  std::vector<std::pair<std::size_t, std::size_t>> rows;
  for (std::size_t i = 0, j = 0; i < a.rows() && j < b.rows();) {
    const double at_a = a.columns[0][i], at_b = b.columns[0][j];
    if (at_a == at_b) rows.emplace_back(i, j);
    i += at_a <= at_b;
    j += at_b <= at_a;
  }
  return rows;
}

class Comparer {
 public:
  Comparer(const std::filesystem::path& a, const std::filesystem::path& b,
           const Tolerance& tolerance)
      : a_(read_scalars(a)), b_(read_scalars(b)) {
    result_.tolerance = tolerance;
    result_.a = read_run(a);
    result_.b = read_run(b);
    rows_ = common_rows(a_, b_);
    restart_a_ = restart_of(result_.a);
    restart_b_ = restart_of(result_.b);
  }

  Comparison run(const FieldFileReader* reader) {
    compare_checksums();
    compare_tables();
    if (reader != nullptr) locate(*reader);
    if (!result_.tolerance.exact()) judge_by_scalars();
    return result_;
  }

 private:
  void compare_checksums() {
    const bool none_in_a = result_.a.checksums.empty(), none_in_b = result_.b.checksums.empty();
    if (none_in_a || none_in_b)
      result_.notes.push_back(std::string(none_in_a && none_in_b ? "neither run has"
                                          : none_in_a            ? "A does not have"
                                                                 : "B does not have") +
                              " checksums of fields in summary.json");
    std::set<std::string> names;
    for (const RunRecord* run : {&result_.a, &result_.b})
      for (const auto& [name, hex] : run->checksums) names.insert(name);
    for (const std::string& name : names) {
      Comparison::Field field{.name = name};
      const auto in_a = result_.a.checksums.find(name), in_b = result_.b.checksums.find(name);
      field.in_a = in_a != result_.a.checksums.end();
      field.in_b = in_b != result_.b.checksums.end();
      field.same_checksum = field.in_a && field.in_b && in_a->second == in_b->second;
      result_.fields.push_back(field);
    }
  }

  Comparison::Field& owner(const std::string& column) {
    const std::string name = owner_of(column);
    for (Comparison::Field& field : result_.fields)
      if (means(name, field.name)) return field;
    result_.fields.push_back({.name = name, .has_checksum = false});
    return result_.fields.back();
  }

  void compare_tables() {
    if (a_.empty() || b_.empty()) {
      result_.table_missing = a_.empty() != b_.empty();
      if (result_.table_missing)
        result_.notes.push_back(std::string("only ") + (a_.empty() ? 'B' : 'A') +
                                " has a scalars.tsv with rows: its columns were not compared");
      return;
    }
    if (rows_.size() < std::max(a_.rows(), b_.rows()))
      result_.notes.push_back("scalars.tsv: " + std::to_string(rows_.size()) +
                              " iterations are in both, of " + std::to_string(a_.rows()) + " and " +
                              std::to_string(b_.rows()));
    for (std::size_t column = 1; column < a_.names.size(); ++column) {
      const int other = b_.find(a_.names[column]);
      if (other >= 0 && a_.names[column] != "time") compare_column(column, std::size_t(other));
    }
    note_columns('A', a_, b_);
    note_columns('B', b_, a_);
    if (!partial_.empty())
      result_.notes.push_back(
          "scalars.tsv: added or left out at a restart, compared where both runs have it: " +
          partial_);
  }

  /// A restarted run has NaN in rows of columns that it, or the run before it, did not have.
  std::vector<std::pair<std::size_t, std::size_t>> rows_of_both(std::size_t in_a,
                                                                std::size_t in_b) {
    const std::vector<double>&a = a_.columns[in_a], &b = b_.columns[in_b];
    const auto of_a = recorded_rows(a_.columns[0], a, restart_a_);
    const auto of_b = recorded_rows(b_.columns[0], b, restart_b_);
    auto rows = rows_;
    const auto removed = std::erase_if(rows, [&](const auto& row) {
      const bool here_a = row.first >= of_a.first && row.first < of_a.second;
      const bool here_b = row.second >= of_b.first && row.second < of_b.second;
      return here_a != here_b;
    });
    if (removed > 0) partial_ += (partial_.empty() ? "" : ", ") + a_.names[in_a];
    return rows;
  }

  void note_columns(char mark, const ScalarTable& own, const ScalarTable& other) {
    std::string only;
    for (const std::string& name : own.names)
      if (other.find(name) < 0) only += (only.empty() ? "" : ", ") + name;
    if (!only.empty())
      result_.notes.push_back("scalars.tsv: only in " + std::string(1, mark) + ": " + only);
  }

  void compare_column(std::size_t in_a, std::size_t in_b) {
    Comparison::Scalars& scalars = owner(a_.names[in_a]).scalars;
    ++scalars.columns;
    const auto rows = rows_of_both(in_a, in_b);
    if (is_position(a_.names[in_a])) {
      scalars.positions += std::any_of(rows.begin(), rows.end(), [&](const auto& row) {
        return !agree(a_.columns[in_a][row.first], b_.columns[in_b][row.second]);
      });
      return;
    }
    for (const auto& [i, j] : rows) {
      const double a = a_.columns[in_a][i], b = b_.columns[in_b][j];
      const double difference = relative_difference(a, b);
      if (agree(a, b) || difference <= scalars.largest) continue;
      scalars.largest = difference;
      scalars.column = a_.names[in_a];
      scalars.iteration = long(a_.columns[0][i]);
      scalars.a = a;
      scalars.b = b;
    }
  }

  void locate(const FieldFileReader& reader) {
    const FieldFiles files_a = find_field_files(result_.a.folder, reader.extension());
    const FieldFiles files_b = find_field_files(result_.b.folder, reader.extension());
    for (Comparison::Field& field : result_.fields) {
      if (field.identical()) continue;
      const auto* in_a = files_of(files_a, field.name);
      const auto* in_b = files_of(files_b, field.name);
      if (in_a == nullptr || in_b == nullptr) continue;
      field.first = first_difference(field, *in_a, *in_b, reader);
    }
  }

  // Of fields without common files.
  void judge_by_scalars() {
    for (Comparison::Field& field : result_.fields) {
      if (field.same_checksum || field.values_agree || field.first || field.scalars.columns == 0)
        continue;
      field.values_agree = field.in_a && field.in_b;
      result_.notes.push_back(field.name + ": no common field files; judged by its scalars alone");
    }
  }

  bool agree(double a, double b) const { return result_.tolerance.agree(a, b); }

  std::optional<Comparison::Point> first_difference(
      Comparison::Field& field, const std::map<long, std::filesystem::path>& in_a,
      const std::map<long, std::filesystem::path>& in_b, const FieldFileReader& reader) {
    const std::string& name = field.name;
    std::string agreed;
    for (const auto& [iteration, file] : in_a) {
      const auto other = in_b.find(iteration);
      if (other == in_b.end()) continue;
      const FieldData a = reader.read(file), b = reader.read(other->second);
      if (a.points != b.points) {
        result_.notes.push_back(name + ": the grids have different numbers of points");
        return std::nullopt;
      }
      if (const auto point = first_point(a, b)) return point;
      agreed += (agreed.empty() ? "" : ", ") + std::to_string(iteration);
    }
    if (agreed.empty()) return std::nullopt;
    field.values_agree = !result_.tolerance.exact();
    result_.notes.push_back(name + ": the field files of iterations " + agreed +
                            (field.values_agree ? " agree" : " are equal"));
    return std::nullopt;
  }

  std::optional<Comparison::Point> first_point(const FieldData& a, const FieldData& b) const {
    std::optional<Comparison::Point> first;
    for (std::size_t n = 0; n < a.values.size(); ++n) {
      if (agree(a.values[n], b.values[n])) continue;
      if (!first) {
        const int nx = a.points[0], ny = a.points[1], row = int(n / std::size_t(nx));
        first = Comparison::Point{.iteration = a.iteration,
                                  .dimensions = a.dimensions,
                                  .a = a.values[n],
                                  .b = b.values[n]};
        first->index = {int(n % std::size_t(nx)), row % ny, row / ny};
        for (int d = 0; d < 3; ++d)
          first->position[d] = a.origin[d] + first->index[std::size_t(d)] * a.spacing[d];
        first->points = long(a.values.size());
      }
      ++first->different;
    }
    return first;
  }

  ScalarTable a_, b_;
  std::vector<std::pair<std::size_t, std::size_t>> rows_;
  std::optional<double> restart_a_, restart_b_;
  std::string partial_;  // columns that are not compared in all rows
  Comparison result_;
};

}  // namespace

bool Tolerance::agree(double a, double b) const {
  if (same(a, b)) return true;
  if (!std::isfinite(a) || !std::isfinite(b)) return false;
  return std::abs(a - b) <= absolute + relative * std::max(std::abs(a), std::abs(b));
}

Comparison compare_runs(const std::filesystem::path& a, const std::filesystem::path& b,
                        const FieldFileReader* reader, const Tolerance& tolerance) {
  return Comparer(a, b, tolerance).run(reader);
}

}  // namespace cardon
