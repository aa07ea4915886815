// SPDX-License-Identifier: Apache-2.0
#include "run/scalar_board.hpp"

#include "cardon/error.hpp"

namespace cardon {
namespace {

ReductionKind kind_of(Reduce reduce) {
  switch (reduce) {
    case Reduce::mean:
      return ReductionKind::mean;
    case Reduce::min:
      return ReductionKind::min;
    case Reduce::max:
      return ReductionKind::max;
    case Reduce::sum:
      break;
  }
  return ReductionKind::sum;
}

std::vector<Reduction> empty_parts(const std::vector<ScalarInfo>& scalars) {
  std::vector<Reduction> parts;
  for (const ScalarInfo& s : scalars)
    parts.emplace_back(std::vector<ReductionKind>{kind_of(s.kind)});
  return parts;
}

}  // namespace

ScalarBoard::ScalarBoard(const std::vector<ScalarInfo>& scalars)
    : scalars_(scalars), parts_(empty_parts(scalars)) {}

void ScalarBoard::add_row(std::string_view thorn, std::string_view scalar,
                          std::span<const Real> row, const Index3& first) {
  for (const ScalarInfo& s : scalars_)
    if (s.name == scalar && s.thorn == thorn)
      return parts_[std::size_t(s.id)].add_row(row.data(), int(row.size()), first);
  throw Bug("a task reduced into an unknown scalar");
}

std::vector<Real> ScalarBoard::combine(Transport& transport) {
  std::size_t size = 0;
  for (const Reduction& part : parts_) size += part.byte_size();
  std::vector<std::byte> mine(size);
  std::byte* out = mine.data();
  for (const Reduction& part : parts_) {
    part.to_bytes(out);
    out += part.byte_size();
  }
  std::vector<Reduction> total = empty_parts(scalars_);
  for (const std::vector<std::byte>& theirs : transport.all_gather(mine)) {
    const std::byte* in = theirs.data();
    for (Reduction& part : total) {
      part.merge_bytes(in);
      in += part.byte_size();
    }
  }
  std::vector<Real> values;
  for (const ScalarInfo& s : scalars_)
    values.push_back(total[std::size_t(s.id)].value(kind_of(s.kind)));
  parts_ = empty_parts(scalars_);
  return values;
}

}  // namespace cardon
