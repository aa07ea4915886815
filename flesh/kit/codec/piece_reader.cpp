// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/codec/piece_reader.hpp>
#include <cardon/services/timings.hpp>

namespace cardon {
namespace {

// What a sound piece has that was not expected, in words; empty: nothing.
std::string surprise(const PieceHeader& found, const PieceHeader& expected) {
  if (found.sequence != expected.sequence)
    return fmt::format("it belongs to exchange {}", found.sequence);
  if (found.piece != expected.piece) return fmt::format("it is piece {}", found.piece);
  if (found.raw_size != expected.raw_size)
    return fmt::format("it has {} bytes instead of {}", found.raw_size, expected.raw_size);
  if (!found.encoded && found.sent_size != found.raw_size)
    return fmt::format("{} of its {} bytes are there", found.sent_size, found.raw_size);
  return {};
}

}  // namespace

void PieceReader::throw_damaged(std::uint32_t sequence, std::uint32_t piece,
                                const std::string& why) const {
  throw Error(
      Problem{.slug = "exchange/damaged",
              .message = fmt::format("a piece of a message {} is damaged: {}", from_, why),
              .notes = {fmt::format("expected is piece {} of exchange {}", piece, sequence),
                        "nothing of the piece was used"},
              .help = "start again from the last checkpoint; if it happens again, examine the "
                      "network between the two sites"},
      exit_environment);
}

void PieceReader::decode(std::span<const std::byte> sent, const PieceHeader& header,
                         std::span<std::byte> raw) {
  if (chain_.empty())
    throw_damaged(header.sequence, header.piece, "it is encoded, but no codec is agreed");
  const double start = seconds_now();
  try {
    chain_.decode(sent, raw);
  } catch (const Error& error) {
    throw_damaged(header.sequence, header.piece, error.problems().front().message);
  }
  decode_seconds_ = seconds_now() - start;
}

PieceHeader PieceReader::read(std::span<const std::byte> message, std::uint32_t sequence,
                              std::uint32_t piece, std::span<std::byte> raw) {
  PieceHeader header;
  std::string why = open_piece(message, header);
  const PieceHeader expected{
      .sequence = sequence, .piece = piece, .raw_size = std::uint32_t(raw.size())};
  if (why.empty()) why = surprise(header, expected);
  if (!why.empty()) throw_damaged(sequence, piece, why);
  const std::span<const std::byte> sent = message.subspan(PieceHeader::size, header.sent_size);
  decode_seconds_ = 0;
  if (header.encoded)
    decode(sent, header, raw);
  else
    std::copy(sent.begin(), sent.end(), raw.begin());
  chain_.remember(raw);
  return header;
}

}  // namespace cardon
