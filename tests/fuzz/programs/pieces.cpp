// SPDX-License-Identifier: Apache-2.0
// Pieces of messages, as they come from the network: bytes of any kind, headers with checksums that
// are right, and sound pieces with a change.
#include <cardon/kit/codec/piece_reader.hpp>
#include <cardon/kit/codec/piece_writer.hpp>

#include "codec_chains.hpp"
#include "fuzz_input.hpp"

namespace cardon::fuzz {
namespace {

using Bytes = std::vector<std::byte>;
enum class Message { any, sealed, changed };

constexpr std::uint32_t sequence = 7, piece = 2;

// Whether the reader takes it. No other error than exchange/damaged is expected.
bool is_taken(PieceReader& reader, const Bytes& message, Bytes& raw) {
  try {
    reader.read(message, sequence, piece, raw);
    return true;
  } catch (const Error& error) {
    require(error.problems()[0].slug == "exchange/damaged", error.what());
    return false;
  }
}

// The header that an honest sender would write before these bytes, or nearly so.
Bytes sealed(FuzzedDataProvider& input, std::size_t raw_size) {
  PieceHeader header{.sequence = sequence, .piece = piece, .encoded = input.ConsumeBool()};
  header.begins = input.ConsumeBool();
  header.raw_size =
      input.ConsumeBool() ? std::uint32_t(raw_size) : input.ConsumeIntegral<std::uint32_t>();
  const Bytes sent = input.ConsumeRemainingBytes<std::byte>();
  header.sent_size = std::uint32_t(sent.size());
  Bytes message(PieceHeader::size);
  message.insert(message.end(), sent.begin(), sent.end());
  seal_piece(header, message);
  return message;
}

void change(FuzzedDataProvider& input, Bytes& message) {
  const auto at = input.ConsumeIntegralInRange<std::size_t>(0, message.size() - 1);
  const auto flip = std::byte(1 << input.ConsumeIntegralInRange(0, 7));
  message[at] ^= flip;
}

// Messages that pass, then one that does not.
void stream(FuzzedDataProvider& input, const ChainCase& chosen, PieceReader& reader) {
  PieceWriter writer(chosen.chain());
  Bytes message, raw(chosen.bytes());
  const bool lossless = chosen.chain().lossless();
  for (int count = input.ConsumeIntegralInRange(1, 6); count > 0; --count) {
    const Bytes values = choose_values(input, chosen.bytes());
    if (input.ConsumeBool()) writer.switch_to(chosen.chain(), chosen.names);
    message.assign(PieceHeader::size + PieceHeader::name_room + values.size(), {});
    message.resize(writer.write(values, sequence, piece, message));
    require(is_taken(reader, message, raw), "a sound piece is refused");
    require(!lossless || raw == values, "a piece comes out changed");
  }
  change(input, message);
  require(!is_taken(reader, message, raw), "a flipped bit is not seen");
}

}  // namespace

void try_pieces(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider input(data, size);
  const auto kind = Message(input.ConsumeIntegralInRange(0, 2));
  const ChainCase chosen = choose_chain(input);
  PieceReader reader(chosen.chain(), "from rank 1", [&](const std::vector<CodecName>& names) {
    return CodecChain(names, make_codec, chosen.rows);
  });
  std::vector<std::byte> raw(chosen.bytes());
  if (kind == Message::changed) {
    stream(input, chosen, reader);
  } else if (kind == Message::sealed) {
    is_taken(reader, sealed(input, raw.size()), raw);
  } else {
    const auto bytes = input.ConsumeRemainingBytes<std::byte>();
    PieceHeader header;
    open_piece(bytes, header);
    is_taken(reader, bytes, raw);
  }
}

}  // namespace cardon::fuzz
