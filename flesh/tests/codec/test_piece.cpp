// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/kit/codec/piece_reader.hpp>
#include <cardon/kit/codec/piece_writer.hpp>
#include <cardon/services/timings.hpp>
#include <numeric>
#include <random>

#include "toy_codecs.hpp"

namespace cardon {
namespace {

using testing::HasSubstr;
using Bytes = std::vector<std::byte>;

constexpr std::size_t raw_size = 400;

Bytes noise(unsigned seed) {
  std::mt19937 random(seed);
  Bytes bytes(raw_size);
  for (std::byte& byte : bytes) byte = std::byte(random() % 256);
  return bytes;
}

// Two ends of a stream over a perfect line.
struct Stream {
  PieceWriter writer{toy::chain({"changes", "runs"})};
  PieceReader reader{toy::chain({"changes", "runs"}), "from rank 3 over link a-b",
                     [](const std::vector<CodecName>& names) {
                       std::vector<std::string> texts;
                       for (const CodecName& name : names) texts.push_back(name.text());
                       return toy::chain(texts);
                     }};
  Bytes buffer = Bytes(PieceHeader::size + PieceHeader::name_room + raw_size);
  std::uint32_t sequence = 0;

  std::size_t pass(const Bytes& raw) {
    Bytes back(raw.size());
    const double start = seconds_now();
    const std::size_t sent = writer.write(raw, sequence, 4, buffer);
    const PieceHeader header = reader.read(buffer, sequence++, 4, back);
    EXPECT_EQ(back, raw);
    EXPECT_EQ(header.sent_size, sent - PieceHeader::size);
    EXPECT_TRUE(header.sent >= start && header.sent <= seconds_now());
    EXPECT_EQ(header.encoded, reader.decode_seconds() > 0);
    return sent - PieceHeader::size;
  }
};

std::string damage(const Bytes& message, std::uint32_t sequence, std::uint32_t piece,
                   std::size_t size, const std::vector<std::string>& names = {"changes", "runs"}) {
  PieceReader reader(toy::chain(names), "from rank 3 over link a-b");
  Bytes back(size);
  try {
    reader.read(message, sequence, piece, back);
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), exit_environment);
    EXPECT_EQ(error.problems().at(0).slug, "exchange/damaged");
    EXPECT_THAT(error.what(), HasSubstr("from rank 3 over link a-b"));
    EXPECT_EQ(back, Bytes(size)) << "something was used";
    return error.problems()[0].message;
  }
  return "sound";
}

Bytes message_of(const Bytes& raw, std::uint32_t sequence, std::uint32_t piece) {
  Bytes message(PieceHeader::size + raw.size());
  PieceWriter writer(toy::chain({"changes", "runs"}));
  message.resize(writer.write(raw, sequence, piece, message));
  return message;
}

TEST(Piece, ShrinksOrTravelsAsItIs) {
  Stream stream;
  EXPECT_EQ(stream.pass(Bytes(raw_size, std::byte(1))), 4u);
  EXPECT_EQ(stream.pass(noise(1)), raw_size);
  EXPECT_EQ(stream.pass(noise(1)), 4u) << "the raw message was not remembered";
  EXPECT_EQ(stream.pass({}), 0u);
}

TEST(Piece, RarelyTriesAfterEightFailures) {
  Stream stream;
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(stream.pass(noise(i)), raw_size);
  // The same values again would shrink to 4 bytes, but are only tried at the sixteenth.
  for (unsigned i = 0; i < 15; ++i) EXPECT_EQ(stream.pass(noise(7)), raw_size);
  for (unsigned i = 0; i < 5; ++i) EXPECT_EQ(stream.pass(noise(7)), 4u);
  EXPECT_EQ(stream.pass(noise(8)), raw_size);
  EXPECT_EQ(stream.pass(noise(8)), 4u) << "one failure is no reason to stop";
}

// "runs" makes four bytes of a piece of equal ones; "changes" passes on what differs from the piece
// before.
TEST(Piece, TheSenderMayGoOverToAnotherChain) {
  Stream stream;
  const auto go_over = [&](const std::vector<std::string>& texts) {
    stream.writer.switch_to(toy::chain(texts), codec_names(texts));
  };
  const std::size_t length = 4;
  const Bytes ones(raw_size, std::byte(1));
  EXPECT_EQ(stream.pass(ones), 4u);
  go_over({"runs"});
  EXPECT_EQ(stream.pass(ones), length + 4 + 4u) << "with its name";
  EXPECT_EQ(stream.pass(ones), 4u);
  EXPECT_EQ(stream.pass(noise(2)), raw_size);
  EXPECT_EQ(stream.pass(noise(2)), raw_size) << "it looks at no piece but this one";
  go_over({"changes", "runs"});
  EXPECT_EQ(stream.pass(noise(2)), length + 13 + raw_size) << "it remembers nothing yet";
  EXPECT_EQ(stream.pass(noise(2)), 4u);
  go_over({});
  EXPECT_EQ(stream.pass(ones), length + 4 + raw_size) << "none";
  EXPECT_EQ(stream.pass(ones), raw_size);
  go_over({"runs"});
  EXPECT_EQ(stream.pass(ones), length + 4 + 4u);
}

TEST(Piece, OnlyChainsThatTheReceiverKnowsAreBegun) {
  PieceWriter writer(toy::chain({"changes", "runs"}));
  writer.switch_to(toy::chain({"runs"}), codec_names({"runs"}));
  const Bytes ones(raw_size, std::byte(1));
  Bytes message(PieceHeader::size + PieceHeader::name_room + raw_size);
  message.resize(writer.write(ones, 7, 4, message));
  EXPECT_THAT(damage(message, 7, 4, raw_size), HasSubstr("where none are allowed"));
  const auto none = [](const std::vector<CodecName>&) -> CodecChain {
    throw Error(Problem{.slug = "registry/no-such-service", .message = "no such codec"});
  };
  PieceReader reader({}, "from rank 3", none);
  Bytes back(raw_size);
  try {
    reader.read(message, 7, 4, back);
    FAIL() << "it was read";
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().front().slug, "exchange/damaged");
    EXPECT_THAT(error.problems().front().message, HasSubstr("no such codec"));
  }
}

TEST(Piece, NamesOfChainsAreShort) {
  const auto is_short = [](int codecs) {
    return PieceWriter::is_short_name(std::vector<CodecName>(std::size_t(codecs), {"shuffle", ""}));
  };
  EXPECT_TRUE(is_short(13));  // 4 + 13 * 9 - 2 bytes
  EXPECT_FALSE(is_short(15));
}

TEST(Piece, EmptyChain) {
  PieceWriter writer{CodecChain()};
  PieceReader reader{CodecChain(), ""};
  Bytes message(PieceHeader::size + raw_size), back(raw_size);
  EXPECT_EQ(writer.write(noise(2), 1, 2, message), message.size());
  reader.read(message, 1, 2, back);
  EXPECT_EQ(back, noise(2));
}

TEST(Piece, EveryChangedBitIsFound) {
  for (const Bytes& raw : {Bytes(raw_size, std::byte(1)), noise(3)}) {
    Bytes message = message_of(raw, 17, 4);
    EXPECT_EQ(damage(message, 17, 4, raw_size), "sound");
    for (std::size_t bit = 0; bit < 8 * message.size(); ++bit) {
      message[bit / 8] ^= std::byte(1 << bit % 8);
      EXPECT_NE(damage(message, 17, 4, raw_size), "sound") << bit;
      message[bit / 8] ^= std::byte(1 << bit % 8);
    }
  }
}

TEST(Piece, ShortMessagesAreFound) {
  const Bytes message = message_of(noise(4), 17, 4);
  for (std::size_t size = 0; size < message.size(); ++size)
    EXPECT_NE(
        damage(Bytes(message.begin(), message.begin() + std::ptrdiff_t(size)), 17, 4, raw_size),
        "sound");
}

TEST(Piece, SaysWhatWasFound) {
  Bytes message = message_of(Bytes(raw_size), 17, 4);
  EXPECT_THAT(damage(message, 18, 4, raw_size), HasSubstr("it belongs to exchange 17"));
  EXPECT_THAT(damage(message, 17, 5, raw_size), HasSubstr("it is piece 4"));
  EXPECT_THAT(damage(message, 17, 4, 8), HasSubstr("it has 400 bytes instead of 8"));
  EXPECT_THAT(damage(message, 17, 4, raw_size, {}), HasSubstr("no codec was agreed on"));
  message.back() ^= std::byte(1);
  EXPECT_THAT(damage(message, 17, 4, raw_size), HasSubstr("checksum"));
  message[0] ^= std::byte(1);
  EXPECT_THAT(damage(message, 17, 4, raw_size), HasSubstr("mark"));
  message.resize(20);
  EXPECT_THAT(damage(message, 17, 4, raw_size), HasSubstr("20 bytes are too few"));
}

// A sound checksum around bytes that no chain of this kind made: another chain at the other end.
TEST(Piece, ForeignBytesAreNotTrusted) {
  Bytes message(PieceHeader::size + 2, std::byte(255));
  seal_piece({.sequence = 1, .piece = 2, .encoded = true, .raw_size = 100, .sent_size = 2},
             message);
  EXPECT_THAT(damage(message, 1, 2, 100), HasSubstr("runs cannot decode a piece"));
  seal_piece({.sequence = 1, .piece = 2, .encoded = false, .raw_size = 100, .sent_size = 2},
             message);
  EXPECT_THAT(damage(message, 1, 2, 100), HasSubstr("2 of 100 bytes arrived"));
}

TEST(Piece, NoRoomIsABug) {
  PieceWriter writer{CodecChain()};
  Bytes small(PieceHeader::size + 7);
  EXPECT_THROW(writer.write(Bytes(8), 0, 0, small), Bug);
}

}  // namespace
}  // namespace cardon
