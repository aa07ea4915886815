// SPDX-License-Identifier: Apache-2.0
// How a message shrinks on its way over a slow link.
#pragma once
#include <cardon/thorn/error.hpp>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace cardon {

/// Rows of consecutive points in a piece of a message: `count` rows of `length` values each.
struct CodecRows {
  int length = 0;  ///< values of a row
  int count = 0;   ///< rows that follow each other
};

/// What a codec knows when it starts.
struct CodecSetup {
  std::string option;           ///< what stands behind the dash: "1" of zlib-1; empty: nothing
  std::vector<CodecRows> rows;  ///< the values of a piece, one group of rows behind the other
  bool first = true;  ///< the first of its chain: its input is the values themselves, as doubles
  Location where;     ///< of the chain in the user's file
};

/// One member of a chain such as [extrapolate, zlib-1]: a filter or a compressor. Every stream of
/// messages has an object of its own at each end. encode() and decode() change nothing that a later
/// message depends on; what a codec knows of earlier messages comes from remember() alone, which
/// both ends call with the same values in the same order. So the sender may leave messages
/// unencoded as it likes.
class Codec {
 public:
  virtual ~Codec() = default;
  /// Called once, first. Throws Error: codec/option if it does not know the option, codec/order if
  /// it cannot stand at this place of the chain.
  virtual void open(const CodecSetup& setup) = 0;
  /// The most bytes that encode() may write for an input of this size; never falls with the size.
  virtual std::size_t bound(std::size_t bytes) const = 0;
  /// Returns the bytes written to `out`, which has room for bound(in.size()).
  virtual std::size_t encode(std::span<const std::byte> in, std::span<std::byte> out) = 0;
  /// Undoes encode(); returns the bytes written to `out`. Throws Error (codec/damaged) if `in` is
  /// not what encode() made or does not fit into `out`; reads and writes within both, whatever `in`
  /// holds.
  virtual std::size_t decode(std::span<const std::byte> in, std::span<std::byte> out) = 0;
  /// The values of a message that is through, encoded or not; called at both ends for the first
  /// codec of a chain without losses.
  virtual void remember(std::span<const std::byte> values) { static_cast<void>(values); }
  /// Whether decode() gives back the bytes that encode() was given.
  virtual bool lossless() const { return true; }
  /// The messages that must pass before it does as well as it can.
  virtual int memory() const { return 0; }
};

}  // namespace cardon
