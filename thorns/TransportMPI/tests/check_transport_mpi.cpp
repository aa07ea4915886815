// SPDX-License-Identifier: Apache-2.0
// Run by mpirun: every rank talks to every rank, itself included, with messages in one part and in
// many.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "transport_mpi.hpp"

namespace cardon {
namespace {

std::byte expected(int from, int to, int round, std::size_t n) {
  return static_cast<std::byte>((from * 31 + to * 17 + round * 7 + int(n)) % 251);
}

std::vector<std::byte> message(int from, int to, int round) {
  std::vector<std::byte> bytes(std::size_t(5000 + 100 * from + to + round));
  for (std::size_t n = 0; n < bytes.size(); ++n) bytes[n] = expected(from, to, round, n);
  return bytes;
}

// Two rounds on the same tag are in flight at once, so the order of messages is checked as well.
int check_messages(Transport& transport) {
  const int me = transport.rank(), ranks = transport.size();
  std::vector<std::vector<std::byte>> received, sent;
  std::vector<Transport::Request> requests;
  for (int round = 0; round < 2; ++round)
    for (int other = 0; other < ranks; ++other) {
      received.emplace_back(message(other, me, round).size());
      sent.push_back(message(me, other, round));
    }
  for (int n = 0; n < 2 * ranks; ++n)
    requests.push_back(transport.post_receive(n % ranks, 3, received[std::size_t(n)]));
  for (int n = 0; n < 2 * ranks; ++n)
    requests.push_back(transport.send(n % ranks, 3, sent[std::size_t(n)]));
  transport.test({});
  transport.wait(requests);
  int wrong = 0;
  for (int n = 0; n < 2 * ranks; ++n)
    wrong += received[std::size_t(n)] != message(n % ranks, me, n / ranks);
  return wrong;
}

// Receives have room for more than comes, which must change neither the order of messages nor what
// lies behind them; with `largest_part` 64 the lengths are of 0 to 4 parts and the room of 7.
int check_shorter(Transport& transport) {
  const int me = transport.rank(), ranks = transport.size();
  const int next = (me + 1) % ranks, before = (me + ranks - 1) % ranks;
  const std::size_t lengths[] = {0, 64, 1, 200, 128, 256};
  std::vector<std::vector<std::byte>> received, sent;
  std::vector<Transport::Request> requests;
  for (const std::size_t length : lengths) {
    received.emplace_back(400, std::byte{255});
    sent.emplace_back(length);
    for (std::size_t n = 0; n < length; ++n) sent.back()[n] = expected(me, next, 0, n);
  }
  for (auto& buffer : received) requests.push_back(transport.post_receive(before, 5, buffer));
  for (const auto& bytes : sent) requests.push_back(transport.send(next, 5, bytes));
  transport.wait(requests);
  int wrong = 0;
  for (std::size_t m = 0; m < received.size(); ++m)
    for (std::size_t n = 0; n < received[m].size(); ++n)
      wrong += received[m][n] != (n < lengths[m] ? expected(before, me, 0, n) : std::byte{255});
  return wrong;
}

// What test() says before a message is sent, when it is there, and about several at once.
int check_test(Transport& transport) {
  const int me = transport.rank(), ranks = transport.size();
  const int next = (me + 1) % ranks, before = (me + ranks - 1) % ranks;
  std::vector<std::byte> first(300), second(300), bytes(300, std::byte{4});
  using Requests = std::vector<Transport::Request>;
  const Requests late{transport.post_receive(before, 6, first)};
  const Requests early{transport.post_receive(before, 7, second)};
  int wrong = !transport.test({});
  wrong += transport.test(late);
  transport.all_gather({});  // so far nobody has sent
  const Requests sent{transport.send(next, 7, bytes)};
  while (!transport.test(early)) {
  }
  wrong +=
      !transport.test(early) + transport.test(late) + transport.test(Requests{early[0], late[0]});
  transport.wait(early);
  wrong += second != bytes;
  transport.all_gather({});
  const Requests last{transport.send(next, 6, bytes)};
  while (!transport.test(late)) {
  }
  const Requests all{late[0], sent[0], last[0]};
  transport.wait(all);
  return wrong + (first != bytes);
}

// So many under way that they are not all asked for at once.
int check_many(Transport& transport) {
  constexpr int messages = 300;
  const int me = transport.rank(), ranks = transport.size();
  const int next = (me + 1) % ranks, before = (me + ranks - 1) % ranks;
  std::vector<std::byte> received(messages), sent(messages);
  std::vector<Transport::Request> receives, sends;
  for (int n = 0; n < messages; ++n) {
    sent[n] = static_cast<std::byte>(n % 251);
    receives.push_back(transport.post_receive(before, 100 + n, {&received[n], 1}));
  }
  for (int n = messages - 1; n >= 0; --n)
    sends.push_back(transport.send(next, 100 + n, {&sent[n], 1}));
  transport.test({});
  while (!transport.test({&receives[messages / 2], 1})) {
  }
  while (!transport.test(receives)) {
  }
  transport.wait(receives);
  transport.wait(sends);
  return received != sent;
}

// Each rank gives `shortest` bytes and one more than the rank before it.
int check_gather(Transport& transport, std::size_t shortest) {
  const auto bytes_of = [&](int rank) {
    std::vector<std::byte> bytes(shortest + std::size_t(rank));
    for (std::size_t n = 0; n < bytes.size(); ++n) bytes[n] = expected(rank, 0, 0, n);
    return bytes;
  };
  const auto all = transport.all_gather(bytes_of(transport.rank()));
  int wrong = all.size() != std::size_t(transport.size());
  for (std::size_t r = 0; r < all.size(); ++r) wrong += all[r] != bytes_of(int(r));
  return wrong;
}

// Up to the longest that travels at once, beyond it, and some ranks here and some there.
int check_gathers(Transport& transport) {
  int wrong = 0;
  for (const std::size_t shortest : {0, 1, 118, 119, 120, 121, 10000})
    wrong += check_gather(transport, shortest);
  return wrong;
}

// Rank 1 answers late; what rank 0 says meanwhile is checked by the test that runs this.
int keep_silent(Transport& transport) {
  std::vector<std::byte> bytes(8);
  for (int repeat = 0; repeat < 2; ++repeat) {
    transport.all_gather({});
    const bool sends = transport.rank() == 1;
    if (sends) std::this_thread::sleep_for(std::chrono::milliseconds(1300));
    const std::vector<Transport::Request> request{sends ? transport.send(0, 8, bytes)
                                                        : transport.post_receive(1, 8, bytes)};
    transport.wait(request);
  }
  return 0;
}

// Rank 2 does not look at its messages, rank 1 waits for it, and rank 0 for both: only rank 2 is
// gone.
int check_heartbeat(TransportMPI& transport) {
  struct Lost {
    std::vector<int> ranks;
  };
  const int me = transport.rank();
  std::vector<std::byte> one(8), two(8);
  std::vector<Transport::Request> requests;
  std::vector<int> lost;
  transport.all_gather({});
  if (me == 2) {
    std::this_thread::sleep_for(std::chrono::milliseconds(9500));
    requests = {transport.send(0, 9, two), transport.send(1, 9, two)};
  } else {
    requests = {transport.post_receive(2, 9, two)};
  }
  if (me == 0) {
    requests.push_back(transport.post_receive(1, 9, one));
    transport.set_timeout(3.5, [](const std::vector<int>& ranks) { throw Lost{ranks}; });
    try {
      while (!transport.test(requests)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    } catch (const Lost& found) {
      lost = found.ranks;
    }
    transport.set_timeout(1e6, [](const std::vector<int>&) {});
  }
  transport.wait(requests);
  requests.clear();
  if (me == 1) requests = {transport.send(0, 9, one)};
  transport.wait(requests);
  return me == 0 && lost != std::vector<int>{2};
}

int check_all(Transport& transport) {
  return check_messages(transport) + check_shorter(transport) + check_test(transport) +
         check_many(transport) + check_gathers(transport);
}

}  // namespace
}  // namespace cardon

int main(int argc, char** argv) {
  const int ranks_wanted = argc > 1 ? std::atoi(argv[1]) : 1;
  cardon::TransportMPI whole;  // starts MPI and must therefore end last
  int wrong = whole.size() != ranks_wanted;
  if (argc > 2) {
    cardon::TransportMPI impatient(cardon::TransportMPI::default_part, 1);
    return wrong + (std::strcmp(argv[2], "silence") == 0 ? cardon::keep_silent(impatient)
                                                         : cardon::check_heartbeat(impatient));
  }
  for (int repeat = 0; repeat < 3; ++repeat) wrong += cardon::check_all(whole);
  {
    cardon::TransportMPI parts(64);
    wrong += cardon::check_all(parts);
  }
  if (wrong != 0) std::printf("rank %d: %d wrong\n", whole.rank(), wrong);
  if (whole.rank() == 0) std::printf("%s\n", whole.describe().c_str());
  return wrong == 0 ? 0 : 1;
}
