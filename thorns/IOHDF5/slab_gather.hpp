// SPDX-License-Identifier: Apache-2.0
// Values on their way from the ranks that have them to those that write them.
#pragma once
#include <cardon/services/snapshot.hpp>
#include <cstddef>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "spare_pages.hpp"

namespace cardon {

/// Slabs of one field. Rounds may overlap: while a writer writes a slab, the next one travels.
class SlabGather {
 public:
  using Bytes = PageBytes;
  /// Collective over the ranks of `site`, whose pieces are in `view`. `single`: values travel and
  /// are written as 32-bit numbers. `writers` by their rank. `spare` outlives it.
  SlabGather(const FieldView& view, Transport& site, std::vector<int> writers, bool single,
             SparePages& spare);
  SlabGather(const SlabGather&) = delete;
  SlabGather& operator=(const SlabGather&) = delete;
  ~SlabGather() { spare_.give(std::move(slab_)); }

  /// Starts a round: `slabs` by writer. Every rank calls it, for the same slabs.
  void begin(std::span<const Box> slabs);
  /// Completes the oldest round begun: a writer's slab, x fastest; empty on other ranks. It stays
  /// until the next one. Throws Bug if the pieces of the ranks do not cover it.
  const Bytes& finish();
  /// The slab of the last finish(), for the caller to keep, and to give to `spare` at last.
  Bytes take() { return std::move(slab_); }

 private:
  struct Share {
    int rank;
    Bytes values;
  };
  struct Round {
    Box slab;  // of this rank; empty: it writes nothing
    std::deque<Share> sent, received;
    std::vector<Transport::Request> requests;
  };
  Bytes packed(const Box& slab);
  /// Returns how many bytes.
  std::size_t place_own(const Box& slab, Bytes& into) const;
  void place(const Share& share, const Box& slab, Bytes& into) const;

  const FieldView& view_;
  Transport& site_;
  std::vector<int> writers_;
  bool single_;
  std::vector<std::vector<Box>> boxes_;  // of the pieces of every rank
  std::deque<Round> rounds_;
  Bytes slab_;
  SparePages& spare_;
};

}  // namespace cardon
