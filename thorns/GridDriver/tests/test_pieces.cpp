// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/kit/codec/piece_header.hpp>
#include <random>

#include "pieces.hpp"

namespace cardon::grid_driver {
namespace {

using testing::ElementsAre;

Route route_of(const std::vector<Box>& boxes) {
  Route route;
  for (const Box& box : boxes) {
    route.parts.push_back({route.parts.size() % 2, box});
    route.values += std::size_t(box.points());
  }
  return route;
}

std::size_t values_in(const MessagePiece& piece) {
  std::size_t sum = 0;
  for (const CodecRows& rows : piece.rows)
    sum += std::size_t(rows.length) * std::size_t(rows.count);
  return sum;
}

TEST(Pieces, HaveRoomForWhatTheirBytesHold) {
  EXPECT_EQ(piece_values(512), (512 - PieceHeader::size) / sizeof(Real));
  EXPECT_EQ(piece_values(PieceHeader::size + 1), 1u);
}

TEST(Pieces, CoverTheMessageWithoutGapsAndFitIntoTheirSize) {
  std::mt19937 random(3);
  const auto pick = [&](int least, int most) {
    return least + int(random() % unsigned(most - least + 1));
  };
  for (int n = 0; n < 300; ++n) {
    std::vector<Box> boxes(std::size_t(pick(1, 5)));
    for (Box& box : boxes) {
      for (std::size_t d = 0; d < 3; ++d) box.lo[d] = pick(-3, 3);
      for (std::size_t d = 0; d < 3; ++d) box.hi[d] = box.lo[d] + pick(1, 12);
    }
    const Route route = route_of(boxes);
    const auto most = std::size_t(pick(1, 60));
    std::size_t next = 0;
    for (const MessagePiece& piece : cut_message(route, most)) {
      EXPECT_EQ(piece.first, next);
      EXPECT_GT(piece.count, 0u);
      EXPECT_LE(piece.count, most);
      EXPECT_EQ(values_in(piece), piece.count);
      next += piece.count;
    }
    EXPECT_EQ(next, route.values);
  }
}

// The lengths of a piece's rows, one by one.
std::vector<int> row_lengths(const MessagePiece& piece) {
  std::vector<int> lengths;
  for (const CodecRows& rows : piece.rows)
    lengths.insert(lengths.end(), std::size_t(rows.count), rows.length);
  return lengths;
}

TEST(Pieces, KeepRowsWholeWhereTheyFit) {
  const std::vector<MessagePiece> pieces =
      cut_message(route_of({{{0, 0, 0}, {4, 3, 2}}, {{0, 0, 0}, {6, 1, 2}}}), 10);
  ASSERT_EQ(pieces.size(), 5u);
  EXPECT_THAT(row_lengths(pieces[0]), ElementsAre(4, 4));
  EXPECT_THAT(row_lengths(pieces[1]), ElementsAre(4, 4));
  EXPECT_THAT(row_lengths(pieces[2]), ElementsAre(4, 4));
  EXPECT_THAT(row_lengths(pieces[3]), ElementsAre(6));
  EXPECT_THAT(row_lengths(pieces[4]), ElementsAre(6));
}

TEST(Pieces, CutRowsThatAreTooLong) {
  const std::vector<MessagePiece> pieces = cut_message(route_of({{{0, 0, 0}, {25, 2, 1}}}), 10);
  std::size_t rows = 0;
  for (const MessagePiece& piece : pieces) rows += row_lengths(piece).size();
  EXPECT_EQ(rows, 6u);
  EXPECT_THAT(row_lengths(pieces[0]), ElementsAre(10));
  EXPECT_THAT(row_lengths(pieces[2]), ElementsAre(5));
}

}  // namespace
}  // namespace cardon::grid_driver
