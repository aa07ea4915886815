// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/codec/piece_writer.hpp>
#include <cardon/services/timings.hpp>
#include <limits>
#include <utility>

namespace cardon {
namespace {

constexpr int patience = 8;  // tries in vain before most pieces are sent without one
constexpr int pause = 15;    // pieces between two tries then

}  // namespace

bool PieceWriter::worth_trying() {
  if (chain_.empty()) return false;
  if (failures_ < patience || skipped_ == pause) {
    skipped_ = 0;
    return true;
  }
  ++skipped_;
  return false;
}

std::span<const std::byte> PieceWriter::encode(std::span<const std::byte> raw) {
  const double start = seconds_now();
  const std::span<const std::byte> sent = chain_.encode(raw);
  encode_seconds_ = seconds_now() - start;
  return sent;
}

bool PieceWriter::is_short_name(const std::vector<CodecName>& names) {
  return sizeof(std::uint32_t) + chain_text(names).size() <= PieceHeader::name_room;
}

void PieceWriter::switch_to(CodecChain chain, const std::vector<CodecName>& names) {
  const std::string text = chain_text(names);
  const auto length = std::uint32_t(text.size());
  chain_ = std::move(chain);
  name_.assign(reinterpret_cast<const char*>(&length), sizeof length);
  name_ += text;
  failures_ = skipped_ = 0;
  written_ = 0;
}

std::size_t PieceWriter::write(std::span<const std::byte> raw, std::uint32_t sequence,
                               std::uint32_t piece, std::span<std::byte> out) {
  const std::size_t head = PieceHeader::size + name_.size();
  if (out.size() < head + raw.size() || raw.size() > std::numeric_limits<std::uint32_t>::max())
    throw Bug("a piece of a message has no room in its buffer");
  std::span<const std::byte> sent = raw;
  const bool tried = worth_trying();
  encode_seconds_ = 0;
  if (tried) sent = encode(raw);
  const bool encoded = tried && sent.size() < raw.size();
  if (!encoded) sent = raw;
  if (tried) failures_ = encoded ? 0 : failures_ + 1;
  std::ranges::copy(std::as_bytes(std::span(name_)), out.begin() + PieceHeader::size);
  std::copy(sent.begin(), sent.end(), out.begin() + std::ptrdiff_t(head));
  const std::size_t total = head + sent.size();
  seal_piece({sequence, piece, encoded, std::uint32_t(raw.size()),
              std::uint32_t(total - PieceHeader::size), seconds_now(), !name_.empty()},
             out.first(total));
  name_.clear();
  chain_.remember(raw);
  ++written_;
  return total;
}

}  // namespace cardon
