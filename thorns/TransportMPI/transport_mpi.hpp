// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <mpi.h>

#include <cardon/kit/request_table.hpp>
#include <cardon/services/heartbeat.hpp>
#include <cardon/services/transport.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "asked_ranks.hpp"
#include "pulse.hpp"
#include "stall_watch.hpp"

namespace cardon {

/// The ranks of MPI's world, on a communicator of its own. Starts MPI if nobody has, and then ends
/// it as well. Rank 0 says so on the error stream when it has waited for long without any message.
class TransportMPI : public Transport, public Heartbeat {
 public:
  /// MPI counts in int, so longer messages are described to it as so many parts and a rest.
  static constexpr std::size_t default_part = std::size_t{1} << 30;
  using Notes = std::function<std::vector<std::string>(const std::vector<int>& ranks)>;
  /// Seconds after which rank 0 speaks for the first time.
  static constexpr double default_patience = 5;

  /// Throws Error (transport/mpi, exit_environment), as do all methods when MPI reports a problem.
  explicit TransportMPI(std::size_t largest_part = default_part,
                        double patience = default_patience);
  TransportMPI(const TransportMPI&) = delete;
  TransportMPI& operator=(const TransportMPI&) = delete;
  ~TransportMPI() override;

  Request post_receive(int from, int tag, std::span<std::byte> buffer) override;
  Request send(int to, int tag, std::span<const std::byte> bytes) override;
  bool test(std::span<const Request> requests) override;
  void wait(std::span<const Request> requests) override;
  std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> bytes) override;
  std::string describe() const override;
  /// Only while nobody answers does this rank ask others, over a communicator of its own.
  void set_timeout(double seconds,
                   std::function<void(const std::vector<int>& ranks)> lost) override;
  void tell_with_silence(Notes notes) override { notes_ = std::move(notes); }

 private:
  struct Message {
    MPI_Request request = MPI_REQUEST_NULL;
    int peer = 0;
    std::size_t bytes = 0;
    bool complete = false;
    bool answered = false;  // by ask_for_all(), and not told yet
  };
  class Layout;  // of the bytes of a message, in MPI's words
  Request new_message(int peer, std::size_t bytes);
  MPI_Request& mpi(Request request) { return messages_[request].request; }
  bool is_complete(Request request);
  void ask_for_all(Request first);
  void finish(MPI_Request collective);
  std::vector<std::vector<std::byte>> all_gather_long(std::span<const std::byte> bytes,
                                                      const std::vector<int>& lengths);
  void look(bool expecting, std::span<const Request> requests);
  void warn_of_silence(const std::vector<int>& ranks) const;
  void tell(StallWatch::Event event, std::span<const Request> requests) const;
  void seek(double now, std::span<const Request> requests);
  std::vector<int> neighbours() const;
  std::vector<int> awaited(std::span<const Request> requests) const;
  std::string names(const std::vector<int>& ranks) const;

  std::size_t largest_part_;
  bool started_mpi_ = false;
  MPI_Comm world_ = MPI_COMM_NULL;
  RequestTable<Message> messages_;
  std::vector<Request> active_;       // given out and not yet waited for
  std::vector<MPI_Request> waiting_;  // scratch, as the next three
  std::vector<int> finished_;
  std::vector<MPI_Status> statuses_;
  std::vector<Request> asked_requests_;
  double answers_until_ = 0;        // s of MPI_Wtime()
  std::vector<std::string> hosts_;  // by rank
  bool moved_ = false;              // something was completed since the last look
  StallWatch watch_;
  std::unique_ptr<Pulse> pulse_;
  AskedRanks asked_;       // in this silence
  double next_pulse_ = 0;  // when heartbeats are looked for
  double patience_ = 0;    // s
  std::function<void(const std::vector<int>&)> lost_;
  Notes notes_;
};

}  // namespace cardon
