// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/codec/piece_reader.hpp>
#include <cardon/services/timings.hpp>
#include <cstring>

namespace cardon {
namespace {

// What a sound piece has that was not expected, in words; empty: nothing.
std::string surprise(const PieceHeader& found, const PieceHeader& expected) {
  if (found.sequence != expected.sequence)
    return fmt::format("it belongs to exchange {}", found.sequence);
  if (found.piece != expected.piece) return fmt::format("it is piece {}", found.piece);
  if (found.raw_size != expected.raw_size)
    return fmt::format("it has {} bytes instead of {}", found.raw_size, expected.raw_size);
  return {};
}

// What chain_text() has put into words.
std::vector<CodecName> chain_of_text(const std::string& text) {
  std::vector<std::string> texts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(", ", begin), text.size());
    texts.push_back(text.substr(begin, end - begin));
    begin = end + 2;
  }
  return codec_names(texts);
}

}  // namespace

void PieceReader::throw_damaged(std::uint32_t sequence, std::uint32_t piece,
                                const std::string& why) const {
  throw Error(Problem{.slug = "exchange/damaged",
                      .message = fmt::format("a piece of a message {} is damaged: {}", from_, why),
                      .notes = {fmt::format("expected piece {} of exchange {}", piece, sequence),
                                "the piece was discarded"},
                      .help = "restart from the last checkpoint; if the error recurs, check the "
                              "network between the two sites"},
              exit_environment);
}

void PieceReader::decode(std::span<const std::byte> sent, const PieceHeader& header,
                         std::span<std::byte> raw) {
  if (chain_.empty())
    throw_damaged(header.sequence, header.piece, "it is encoded, but no codec was agreed on");
  const double start = seconds_now();
  try {
    chain_.decode(sent, raw);
  } catch (const Error& error) {
    throw_damaged(header.sequence, header.piece, error.problems().front().message);
  }
  decode_seconds_ = seconds_now() - start;
}

// Returns what is behind the name of the chain.
std::span<const std::byte> PieceReader::begin_next(std::span<const std::byte> sent,
                                                   const PieceHeader& header) {
  std::uint32_t length = 0;
  if (sent.size() >= sizeof length) std::memcpy(&length, sent.data(), sizeof length);
  if (!make_ || length == 0 || length > sent.size() - sizeof length)
    throw_damaged(header.sequence, header.piece, "it names codecs where none are allowed");
  const auto text = sent.subspan(sizeof length, length);
  try {
    chain_ = make_(chain_of_text({reinterpret_cast<const char*>(text.data()), text.size()}));
  } catch (const Error& error) {
    throw_damaged(header.sequence, header.piece, error.problems().front().message);
  }
  return sent.subspan(sizeof length + length);
}

PieceHeader PieceReader::read(std::span<const std::byte> message, std::uint32_t sequence,
                              std::uint32_t piece, std::span<std::byte> raw) {
  PieceHeader header;
  std::string why = open_piece(message, header);
  const PieceHeader expected{
      .sequence = sequence, .piece = piece, .raw_size = std::uint32_t(raw.size())};
  if (why.empty()) why = surprise(header, expected);
  if (!why.empty()) throw_damaged(sequence, piece, why);
  std::span<const std::byte> sent = message.subspan(PieceHeader::size, header.sent_size);
  decode_seconds_ = 0;
  if (header.begins) sent = begin_next(sent, header);
  if (!header.encoded && sent.size() != raw.size())
    throw_damaged(sequence, piece, fmt::format("{} of {} bytes arrived", sent.size(), raw.size()));
  if (header.encoded)
    decode(sent, header, raw);
  else
    std::copy(sent.begin(), sent.end(), raw.begin());
  chain_.remember(raw);
  return header;
}

}  // namespace cardon
