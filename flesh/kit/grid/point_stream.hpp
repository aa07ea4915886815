// SPDX-License-Identifier: Apache-2.0
// One rank's end of what moves between two ranks. Both ends cut the points into the same chunks.
#pragma once
#include <cardon/kit/grid/redistribute.hpp>
#include <vector>

namespace cardon {

/// Some points of one level, small enough for a chunk.
struct StreamPart {
  int from = 0, to = 0;  ///< blocks
  plan::Slot slot;
  Box box;
};

struct StreamChunk {
  std::vector<StreamPart> parts;
  std::size_t values = 0;
};

/// The moves of a message cut into chunks; `held` says which of the slots go along.
std::vector<StreamChunk> cut_into_chunks(const std::vector<BoxMove>& moves,
                                         const std::vector<plan::Slot>& slots,
                                         const std::vector<std::byte>& held);

/// For each slot, whether some block that moves begin at holds it: 1 or 0.
std::vector<std::byte> held_slots(const std::vector<BoxMove>& moves,
                                  const std::vector<plan::Slot>& slots, const BlockStorages& from);

/// A few chunks are on their way at a time, so that memory stays small.
struct ChunkInFlight {
  Transport::Request request;
  std::size_t chunk;
  std::vector<Real> values;
};

class PointSender {
 public:
  /// Begins. Everything is referred to.
  PointSender(int peer, const std::vector<BoxMove>& moves, const std::vector<plan::Slot>& slots,
              const BlockStorages& from, Transport& transport);
  /// Goes on as far as it can without waiting. True: all is sent.
  bool advance();
  bool moved() const { return moved_; }  ///< the last advance() got something done

 private:
  void send(std::size_t chunk);

  int peer_;
  const BlockStorages& from_;
  Transport& transport_;
  std::vector<std::byte> head_;
  Transport::Request head_request_;
  bool head_sent_ = false;
  std::vector<StreamChunk> chunks_;
  std::size_t next_ = 0;
  std::vector<ChunkInFlight> flying_;
  bool moved_ = false;
};

class PointReceiver {
 public:
  PointReceiver(int peer, const std::vector<BoxMove>& moves, const std::vector<plan::Slot>& slots,
                const BlockStorages& to, Transport& transport);
  bool advance();
  bool moved() const { return moved_; }

 private:
  void post(std::size_t chunk);
  void unpack(const ChunkInFlight& chunk);

  int peer_;
  const std::vector<BoxMove>& moves_;
  const std::vector<plan::Slot>& slots_;
  const BlockStorages& to_;
  Transport& transport_;
  std::vector<std::byte> head_;
  Transport::Request head_request_;
  bool head_here_ = false;
  std::vector<StreamChunk> chunks_;
  std::size_t next_ = 0;
  std::vector<ChunkInFlight> flying_;  // in the order in which they arrive
  bool moved_ = false;
};

}  // namespace cardon
