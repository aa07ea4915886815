// SPDX-License-Identifier: Apache-2.0
// Run by mpirun: every rank talks to every rank, itself included, with messages in one part and in
// many.
#include <cstdio>
#include <cstdlib>

#include "transport_mpi.hpp"

namespace cardon {
namespace {

std::byte expected(int from, int to, int round, std::size_t n) {
  return static_cast<std::byte>((from * 31 + to * 17 + round * 7 + static_cast<int>(n)) % 251);
}

std::vector<std::byte> message(int from, int to, int round) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(5000 + 100 * from + to + round));
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
    requests.push_back(transport.post_receive(n % ranks, 3, received[static_cast<std::size_t>(n)]));
  for (int n = 0; n < 2 * ranks; ++n)
    requests.push_back(transport.send(n % ranks, 3, sent[static_cast<std::size_t>(n)]));
  transport.test({});
  transport.wait(requests);
  int wrong = 0;
  for (int n = 0; n < 2 * ranks; ++n)
    wrong += received[static_cast<std::size_t>(n)] != message(n % ranks, me, n / ranks);
  return wrong;
}

int check_gather(Transport& transport) {
  const std::vector<std::byte> mine(static_cast<std::size_t>(transport.rank()), std::byte{9});
  const auto all = transport.all_gather(mine);
  int wrong = all.size() != static_cast<std::size_t>(transport.size());
  for (std::size_t r = 0; r < all.size(); ++r)
    wrong += all[r] != std::vector<std::byte>(r, std::byte{9});
  return wrong;
}

}  // namespace
}  // namespace cardon

int main(int argc, char** argv) {
  const int ranks_wanted = argc > 1 ? std::atoi(argv[1]) : 1;
  cardon::TransportMPI whole;  // starts MPI and must therefore end last
  int wrong = whole.size() != ranks_wanted;
  for (int repeat = 0; repeat < 3; ++repeat)
    wrong += cardon::check_messages(whole) + cardon::check_gather(whole);
  {
    cardon::TransportMPI parts(64);
    wrong += cardon::check_messages(parts) + cardon::check_gather(parts);
  }
  if (wrong != 0) std::printf("rank %d: %d wrong\n", whole.rank(), wrong);
  if (whole.rank() == 0) std::printf("%s\n", whole.describe().c_str());
  return wrong == 0 ? 0 : 1;
}
