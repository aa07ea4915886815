// SPDX-License-Identifier: Apache-2.0
// How a message shrinks on its way over a slow link.
#pragma once
#include <cardon/error.hpp>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace cardon {

/// Rows of consecutive points in a piece of a message: `count` rows of `length` values each.
struct CodecRows {
  int length = 0;
  int count = 0;
};

/// What a codec knows when it starts.
struct CodecSetup {
  std::string option;           ///< what stands behind the dash: "1" of zlib-1; empty: nothing
  std::vector<CodecRows> rows;  ///< the values of a piece, one group of rows behind the other
  bool first = true;  ///< the first of its chain: its input is the values themselves, as doubles
  Location where;     ///< of the chain in the user's file
};

/// One link of a chain, such as [extrapolate, zlib-1]: a filter or a compressor. Every stream of
/// messages has an object of its own at each end, so that a codec may remember earlier messages;
/// both ends see the same messages in the same order.
class Codec {
 public:
  virtual ~Codec() = default;
  /// Called once, first. Throws Error (codec/option) if it does not know the option.
  virtual void open(const CodecSetup& setup) = 0;
  /// The most bytes that encode() may write for an input of this size.
  virtual std::size_t bound(std::size_t bytes) const = 0;
  /// Returns the bytes written to `out`, which has room for bound(in.size()).
  virtual std::size_t encode(std::span<const std::byte> in, std::span<std::byte> out) = 0;
  /// Undoes encode(); returns the bytes written to `out`. Throws Error (codec/damaged) if `in` is
  /// not what encode() made or does not fit into `out`; never writes beyond `out`.
  virtual std::size_t decode(std::span<const std::byte> in, std::span<std::byte> out) = 0;
  /// A message travelled as it is, because encoding did not make it shorter: both ends are told,
  /// for codecs that remember. The sender called encode() with the same input before.
  virtual void passed(std::span<const std::byte> raw) { static_cast<void>(raw); }
  virtual bool lossless() const { return true; }
};

}  // namespace cardon
