// SPDX-License-Identifier: Apache-2.0
#include "tables/table_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>
#include <cardon/kit/data_checksum.hpp>
#include <span>

#include "base/suggest.hpp"
#include "parameters/problems.hpp"
#include "parameters/quantity.hpp"
#include "parameters/range_text.hpp"
#include "tables/table_text.hpp"

namespace cardon {
namespace {

[[noreturn]] void refuse_table(std::string message, std::string help, Location where = {},
                               std::string hint = "", std::vector<std::string> notes = {}) {
  throw Error({.slug = "parameter/table",
               .message = std::move(message),
               .where = std::move(where),
               .hint = std::move(hint),
               .notes = std::move(notes),
               .help = std::move(help)});
}

std::vector<std::string> columns_note(const TableText& text) {
  return {text.names.empty()
              ? fmt::format("{} has {} without names", text.file, counted(text.columns, "column"))
              : "it has the columns " + comma_list(text.names)};
}

constexpr const char* name_column =
    "write {file: PATH, column: NAME}; NAME is in the first line, or a number from 1";

/// The position of the column of the values, from 0.
std::size_t find_column(const TableText& text, const TableRequest& request) {
  const auto arguments = std::size_t(request.arguments);
  if (text.columns <= arguments)
    refuse_table(fmt::format("{} has {} column{}, but a table of {} argument{} needs at least {}",
                             text.file, text.columns, text.columns == 1 ? "" : "s", arguments,
                             arguments > 1 ? "s" : "", arguments + 1),
                 "put the arguments first and the values after them");
  if (request.column.empty()) {
    if (text.columns == arguments + 1) return arguments;
    refuse_table(fmt::format("{} has several columns of values, and none is named", text.file),
                 name_column, {}, "", columns_note(text));
  }
  const auto found = std::find(text.names.begin(), text.names.end(), request.column);
  std::size_t column = std::size_t(found - text.names.begin());
  if (found == text.names.end()) {
    const auto number = plain_number(request.column);
    const bool counts = number && *number >= 1 && *number <= double(text.columns) &&
                        *number == double(std::size_t(*number));
    if (!counts)
      refuse_table(fmt::format("{} has no column {}", text.file, request.column), name_column, {},
                   did_you_mean(request.column, text.names), columns_note(text));
    column = std::size_t(*number) - 1;
  }
  if (column < arguments)
    refuse_table(fmt::format("the column {} is an argument, not a value", request.column),
                 name_column, {}, "", columns_note(text));
  return column;
}

/// Rows where the argument in `column` takes a new value, at distances of `stride`.
std::vector<Real> argument(const TableText& text, std::size_t column, std::size_t stride,
                           std::size_t count) {
  std::vector<Real> values;
  for (std::size_t n = 0; n < count; ++n) {
    const std::size_t row = n * stride;
    const Real value = text.at(row, column);
    if (!values.empty() && value <= values.back())
      refuse_table(fmt::format("the argument {} follows {}, but arguments must increase", value,
                               values.back()),
                   "sort the rows", text.place(row, column));
    values.push_back(value);
  }
  if (values.size() < 2)
    refuse_table(
        fmt::format("{} has one value of an argument, but at least two are needed", text.file),
        "give a table of at least two points in each argument");
  return values;
}

/// How far apart in the file the values of two arguments lie.
struct Rectangle {
  std::size_t nx = 0, ny = 0, stride_x = 1, stride_y = 1;
};

Rectangle rectangle_of(const TableText& text) {
  const bool y_first = text.at(1, 0) == text.at(0, 0);
  const std::size_t slow = y_first ? 0 : 1;
  std::size_t fast = 1;
  while (fast < text.rows() && text.at(fast, slow) == text.at(0, slow)) ++fast;
  if (text.rows() % fast != 0)
    refuse_table(fmt::format("{} rows do not form a rectangle: each value of one argument needs "
                             "all {} values of the other",
                             text.rows(), fast),
                 "give a row for each pair of arguments", text.place(text.rows() - 1, 0));
  const std::size_t other = text.rows() / fast;
  return y_first ? Rectangle{other, fast, fast, 1} : Rectangle{fast, other, 1, fast};
}

void check_rectangle(const TableText& text, const Rectangle& r, const TableData& data) {
  for (std::size_t j = 0; j < r.ny; ++j)
    for (std::size_t i = 0; i < r.nx; ++i) {
      const std::size_t row = i * r.stride_x + j * r.stride_y;
      const Real wanted[] = {data.x[i], data.y[j]};
      for (const std::size_t d : {0u, 1u})
        if (text.at(row, d) != wanted[d])
          refuse_table(fmt::format("the argument is {}, but {} in the corresponding rows",
                                   text.at(row, d), wanted[d]),
                       "give a row for each pair of arguments, in one order", text.place(row, d));
    }
}

void check_range(const TableText& text, std::size_t column, const Range& range) {
  for (std::size_t row = 0; row < text.rows(); ++row)
    if (const Real value = text.at(row, column); !range.contains(value))
      refuse_table(fmt::format("the value {} must be {}", value, range_text(range)),
                   "correct the file", text.place(row, column));
}

std::string checksum_of(const TableData& data) {
  DataChecksum sum;
  const Real rules[] = {Real(data.x.size()), Real(data.y.size()), Real(data.interpolation),
                        Real(data.outside)};
  sum.add(std::as_bytes(std::span(rules)));
  for (const std::vector<Real>* part : {&data.x, &data.y, &data.values})
    sum.add(std::as_bytes(std::span(*part)));
  return sum.hex();
}

}  // namespace

TableData read_table(const std::filesystem::path& file, const TableRequest& request) {
  const TableText text = read_table_text(file.string());
  if (text.rows() < 2)
    refuse_table(fmt::format("{} has {} row{} of numbers, but at least two are needed", text.file,
                             text.rows(), text.rows() == 1 ? "" : "s"),
                 "give a text file of columns");
  const std::size_t column = find_column(text, request);
  check_range(text, column, request.range);
  TableData data;
  data.file = text.file;
  data.column = text.names.empty() ? std::to_string(column + 1) : text.names[column];
  Rectangle r{text.rows(), 1, 1, 1};
  if (request.arguments == 2) r = rectangle_of(text);
  data.x = argument(text, 0, r.stride_x, r.nx);
  if (request.arguments == 2) {
    data.y = argument(text, 1, r.stride_y, r.ny);
    check_rectangle(text, r, data);
  }
  for (std::size_t j = 0; j < r.ny; ++j)
    for (std::size_t i = 0; i < r.nx; ++i)
      data.values.push_back(text.at(i * r.stride_x + j * r.stride_y, column));
  data.interpolation = request.interpolation;
  data.outside = request.outside;
  data.prepare();
  data.checksum = checksum_of(data);
  return data;
}

}  // namespace cardon
