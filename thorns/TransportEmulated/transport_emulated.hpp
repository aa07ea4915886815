// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/request_table.hpp>
#include <cardon/services/machine.hpp>
#include <cardon/services/transport.hpp>
#include <memory>
#include <random>
#include <vector>

#include "link_book.hpp"
#include "link_timetable.hpp"
#include "shared_words.hpp"

namespace cardon {

/// Another transport, as if slow links lay between the sites of its ranks. Messages within a site
/// pass straight through. One between sites goes out at once with the time at which it may be seen:
/// when the link has carried what was booked before it and itself, and its latency is over.
/// The receiver has it complete at that time and not before. Links may change with the time since
/// the first rank made its transport.
class TransportEmulated : public Transport {
 public:
  /// Collective. Throws Error (emulation/...).
  TransportEmulated(std::shared_ptr<Transport> inner, const Machine& machine);

  Request post_receive(int from, int tag, std::span<std::byte> buffer) override;
  /// The buffer is free at once, except within a site. In naive mode this sleeps.
  Request send(int to, int tag, std::span<const std::byte> bytes) override;
  bool test(std::span<const Request> requests) override;
  /// Sleeps in short steps and moves all other messages on meanwhile.
  void wait(std::span<const Request> requests) override;
  /// Gathers within each site, exchanges between the first ranks of the sites, spreads in each
  /// site: one latency in all.
  std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> bytes) override;
  std::string describe() const override;

 private:
  /// A message is the business of the transport below, or comes from another site.
  enum class State { inner, expected, arrived };
  struct Message {
    State state = State::inner;
    Request inner = 0;
    std::unique_ptr<std::byte[]> frame;  // header and payload, between sites
    std::span<std::byte> buffer;         // of the receiver
    Nanoseconds visible = 0;
  };
  std::size_t link(int from, int to) const;
  Nanoseconds book(std::size_t link, std::size_t bytes);
  bool has_arrived(Message& message);
  void await_arrival(Message& message);

  std::shared_ptr<Transport> inner_;
  Machine machine_;
  std::vector<std::size_t> site_;  // by rank
  LinkTimetable figures_;
  Nanoseconds longest_nap_;
  SharedWords words_;
  LinkBook links_;
  Nanoseconds begin_;  // of the run, the same on all ranks
  std::minstd_rand random_;
  RequestTable<Message> messages_;
  std::vector<Request> scratch_;
};

}  // namespace cardon
