// SPDX-License-Identifier: Apache-2.0
#include "scalar_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/collective_or_throw.hpp>
#include <cardon/kit/grid_place.hpp>
#include <cardon/kit/message_tags.hpp>
#include <cardon/kit/output_names.hpp>
#include <cardon/kit/time_series.hpp>
#include <cardon/services/parameter_set.hpp>

namespace cardon {
namespace {

std::vector<ReductionKind> read_kinds(const SectionValues& values) {
  std::vector<ReductionKind> kinds;
  for (const std::string& name : values.get(ScalarOutput::reductions)) {
    const ReductionKind kind = reduction_kind(name).value();
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  }
  return kinds;
}

// Fields would be asked for, but none of them would have a column.
void refuse_fields_without_reductions(const OutputSetup& setup) {
  const SectionValues& values = setup.parameters->section(setup.section, setup.instance);
  if (setup.fields.empty() || !values.get(ScalarOutput::reductions).empty()) return;
  throw Error(Problem{
      .slug = "output/no-reductions",
      .message = "no reduction is given for " + table_name(*setup.program, *setup.fields.front()),
      .where = values.where(ScalarOutput::reductions.name()),
      .help = "give one, such as reductions: [max], or name declared scalars only in fields:"});
}

// Memory brings these while others are added: the processor itself does not look beyond a page.
void ask_for(const Real* row, int count) {
  constexpr int line = 64 / sizeof(Real);
  for (int i = 0; i < count; i += line) __builtin_prefetch(row + i);
}

// Planes backwards: what the step has computed last is still in the cache.
void add_piece(const FieldPiece& piece, Reduction& reduction) {
  constexpr int rows_ahead = 2;
  const Box& box = piece.box;
  const int first = box.lo[0], count = box.extent(0);
  for (int k = box.hi[2] - 1; k >= box.lo[2]; --k)
    for (int j = box.lo[1]; j < box.hi[1]; ++j) {
      if (j + rows_ahead < box.hi[1]) ask_for(piece.row(j + rows_ahead, k) + first, count);
      reduction.add_row(piece.row(j, k) + first, count, {first, j, k});
    }
}

bool is_position(ReductionKind kind) {
  return kind == ReductionKind::minloc || kind == ReductionKind::maxloc;
}

}  // namespace

void ScalarOutput::prepare(const OutputSetup& setup) { refuse_fields_without_reductions(setup); }

void ScalarOutput::open(const OutputSetup& setup) {
  prepare(setup);
  setup_ = setup;
  kinds_ = read_kinds(setup.parameters->section(setup.section, setup.instance));
  collective_or_throw(*setup.transport, [this] {
    if (setup_.transport->rank() != 0) return;
    series_.emplace(setup_, "scalars.tsv", columns());
  });
}

std::vector<std::string> ScalarOutput::columns() const {
  std::vector<std::string> columns;
  for (const GridFunction* field : setup_.fields) {
    const std::string name = table_name(*setup_.program, *field);
    for (const ReductionKind kind : kinds_) {
      const std::string column = fmt::format("{}.{}", name, reduction_name(kind));
      if (is_position(kind))
        for (int d = 0; d < setup_.program->grid.dimensions; ++d)
          columns.push_back(with_unit(fmt::format("{}.{}", column, axis_name(d)),
                                      setup_.program->grid.length_unit));
      else
        columns.push_back(with_unit(column, kind == ReductionKind::count ? "" : field->unit));
    }
  }
  for (const ScalarInfo* scalar : setup_.scalars)
    columns.push_back(with_unit(table_name(*setup_.program, *scalar), scalar->unit));
  return columns;
}

void ScalarOutput::begin_rows(long iteration, int threads) {
  seen_iteration_ = iteration;
  seen_.assign(std::size_t(threads),
               Seen{std::vector<Reduction>(setup_.fields.size(), Reduction(kinds_))});
}

void ScalarOutput::see(int thread, std::size_t field, const FieldPiece& piece) {
  add_piece(piece, seen_[std::size_t(thread)].fields[field]);
}

// What was seen counts if it was all; else the field is read.
Reduction ScalarOutput::reduced(const Snapshot& snapshot, std::size_t field) const {
  const FieldView& view = snapshot.fields[field];
  long points = 0;
  for (const FieldPiece& piece : view.pieces) points += piece.box.points();
  Reduction seen(kinds_), read(kinds_);
  if (snapshot.iteration == seen_iteration_)
    for (const Seen& share : seen_) seen.merge(share.fields[field]);
  if (seen.count() == points) return seen;
  for (const FieldPiece& piece : view.pieces) add_piece(piece, read);
  return read;
}

std::vector<std::byte> ScalarOutput::own_state(const Snapshot& snapshot) const {
  std::vector<std::byte> bytes;
  for (std::size_t n = 0; n < snapshot.fields.size(); ++n) {
    const Reduction reduction = reduced(snapshot, n);
    bytes.resize(bytes.size() + reduction.byte_size());
    reduction.to_bytes(bytes.data() + bytes.size() - reduction.byte_size());
  }
  return bytes;
}

// Bytes of all ranks have the same length.
std::vector<Reduction> ScalarOutput::merged(std::vector<std::byte> own, std::size_t fields) const {
  Transport& transport = *setup_.transport;
  std::vector<std::vector<std::byte>> all(std::size_t(transport.size()),
                                          std::vector<std::byte>(own.size()));
  std::vector<Transport::Request> expected;
  for (int rank = 1; rank < transport.size(); ++rank)
    expected.push_back(
        transport.post_receive(rank, message_tag::table_parts, all[std::size_t(rank)]));
  all.front() = std::move(own);
  transport.wait(expected);
  std::vector<Reduction> merged(fields, Reduction(kinds_));
  for (const auto& bytes : all) {
    const std::byte* at = bytes.data();
    for (Reduction& reduction : merged) {
      reduction.merge_bytes(at);
      at += reduction.byte_size();
    }
  }
  return merged;
}

std::string ScalarOutput::values(const Snapshot& snapshot,
                                 const std::vector<Reduction>& reductions) const {
  std::string text;
  for (const Reduction& reduction : reductions)
    for (const ReductionKind kind : kinds_) {
      if (kind == ReductionKind::count)
        text += fmt::format("\t{}", reduction.count());
      else if (!is_position(kind))
        text += fmt::format("\t{}", reduction.value(kind));
      else
        for (int d = 0; d < snapshot.grid->dimensions; ++d)
          text += fmt::format("\t{}",
                              snapshot.grid->coordinate(d, reduction.location(kind).value()[d]));
    }
  for (const ScalarValue& scalar : snapshot.scalars) text += fmt::format("\t{}", scalar.value);
  return text;
}

void ScalarOutput::write(const Snapshot& snapshot) {
  std::vector<std::byte> own = own_state(snapshot);
  if (!series_) return send(std::move(own));
  series_->append(snapshot, values(snapshot, merged(std::move(own), snapshot.fields.size())));
}

void ScalarOutput::send(std::vector<std::byte> own) {
  close();
  sent_ = std::move(own);
  sending_.push_back(setup_.transport->send(0, message_tag::table_parts, sent_));
}

ScalarOutput::~ScalarOutput() {
  if (!sending_.empty()) new std::vector<std::byte>(std::move(sent_));
}

void ScalarOutput::close() {
  if (!sending_.empty()) setup_.transport->wait(sending_);
  sending_.clear();
}

}  // namespace cardon
