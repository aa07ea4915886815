// SPDX-License-Identifier: Apache-2.0
#include "provenance/field_checksums.hpp"

#include <cstring>
#include <span>

#include "sums/checksum.hpp"

namespace cardon {
namespace {

FieldChecksum own_checksum(const FieldView& view) {
  FieldChecksum sum;
  for (const FieldPiece& piece : view.pieces) {
    const Box& b = piece.box;
    for (int k = b.lo[2]; k < b.hi[2]; ++k)
      for (int j = b.lo[1]; j < b.hi[1]; ++j)
        sum.add_row(piece.row(j, k) + b.lo[0], b.extent(0), {b.lo[0], j, k});
  }
  return sum;
}

std::vector<std::vector<FieldChecksum>> gather(const std::vector<FieldChecksum>& mine,
                                               Transport& transport) {
  std::vector<std::vector<FieldChecksum>> all;
  for (const std::vector<std::byte>& theirs :
       transport.all_gather(std::as_bytes(std::span<const FieldChecksum>(mine)))) {
    all.emplace_back(theirs.size() / sizeof(FieldChecksum));
    if (!theirs.empty()) std::memcpy(all.back().data(), theirs.data(), theirs.size());
  }
  return all;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> field_checksums(const Program& program,
                                                                 FieldAccess& access,
                                                                 Transport& transport) {
  std::vector<std::string> names;
  std::vector<FieldChecksum> sums;
  for (const GridFunction& f : program.fields)
    if (!f.internal && f.role != Role::derived) {
      names.push_back(f.full_name());
      sums.push_back(own_checksum(access.view(f.id, 0)));
    }
  std::vector<FieldChecksum> total(sums.size());
  for (const auto& theirs : gather(sums, transport))
    for (std::size_t i = 0; i < theirs.size(); ++i) total[i].merge(theirs[i]);
  std::vector<std::pair<std::string, std::string>> result;
  for (std::size_t i = 0; i < names.size(); ++i) result.emplace_back(names[i], total[i].hex());
  return result;
}

}  // namespace cardon
