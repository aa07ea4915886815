// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/request_table.hpp>
#include <cardon/services/heartbeat.hpp>
#include <cardon/services/transport.hpp>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "thread_world.hpp"

namespace cardon {

/// One of the ranks that are threads of this process. A sent message is complete at once, because
/// it has been copied. Waiting ranks sleep. All methods throw Error (rank_ended_slug,
/// exit_environment) once a rank has failed.
class TransportThreads : public Transport, public Heartbeat {
 public:
  TransportThreads(std::shared_ptr<ThreadWorld> world, int rank);

  Request post_receive(int from, int tag, std::span<std::byte> buffer) override;
  Request send(int to, int tag, std::span<const std::byte> bytes) override;
  bool test(std::span<const Request> requests) override;
  void wait(std::span<const Request> requests) override;
  std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> bytes) override;
  std::string describe() const override;
  /// Nobody has to be asked: each rank counts its looks where the others see it.
  void set_timeout(double seconds,
                   std::function<void(const std::vector<int>& ranks)> lost) override;
  /// It tells nothing: no network can be silent here, and a task that does not end is told of.
  void tell_with_silence(
      std::function<std::vector<std::string>(const std::vector<int>&)>) override {}

 private:
  using Key = std::pair<int, int>;  // from, tag
  struct Message {
    std::span<std::byte> buffer;
    int from = 0;
    bool complete = false;
  };
  bool is_complete(std::span<const Request> requests);
  void receive();
  void deliver(Letter letter);
  void complete(Message& message, const Letter& letter) const;
  std::vector<int> awaited(std::span<const Request> requests);
  template <class Done, class Awaited>
  void wait_until(const Done& done, const Awaited& awaited);

  std::shared_ptr<ThreadWorld> world_;
  Mailbox& mailbox_;
  RequestTable<Message> messages_;
  std::map<Key, std::list<Request>> posted_;    // receives that nothing has come for
  std::map<Key, std::list<Letter>> unclaimed_;  // what has come and no receive was posted for
  long gatherings_ = 0;
  bool may_spin_;
  double patience_ = 0;   // s; 0: for ever
  bool gave_up_ = false;  // on a rank: destructors that wait for messages do not wait so long again
  std::function<void(const std::vector<int>&)> lost_;
};

}  // namespace cardon
