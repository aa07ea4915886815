// SPDX-License-Identifier: Apache-2.0
// Run by mpirun: every rank talks to every rank over emulated links between MPI ranks of three
// sites, with short, long, many and equally tagged messages at once.
#include <cstdio>
#include <memory>

#include "emulated_links.hpp"
#include "transport_mpi.hpp"

namespace cardon::wide_area {
namespace {

using Bytes = std::vector<std::byte>;
using Requests = std::vector<Transport::Request>;

constexpr int messages = 100;  // from each rank to each
constexpr std::size_t room = 100'000, large = 5'000'000;

Bytes message(int from, int to, int number) {
  // Lengths on both sides of the limit from which MPI asks the receiver first.
  const int length = number == 0 ? int(large) : number * 7919 % 20'000;
  Bytes bytes(static_cast<std::size_t>(length));
  for (std::size_t n = 0; n < bytes.size(); ++n)
    bytes[n] =
        static_cast<std::byte>((n * 13 + n / 251) % 256 + std::size_t(from * 5 + to * 3 + number));
  return bytes;
}

// The buffers are longer than the messages and hold a mark behind them.
int check_messages(Transport& transport) {
  const int me = transport.rank(), ranks = transport.size();
  std::vector<Bytes> received, sent;
  Requests requests;
  for (int n = 0; n < messages; ++n)
    for (int other = 0; other < ranks; ++other) {
      received.emplace_back(n == 0 ? large : room, std::byte{77});
      sent.push_back(message(me, other, n));
    }
  const auto tag = [](std::size_t m) { return int(m) % 3; };
  const auto other = [&](std::size_t m) { return int(m) % ranks; };
  for (std::size_t m = 0; m < sent.size(); ++m)
    requests.push_back(transport.post_receive(other(m), tag(m / std::size_t(ranks)), received[m]));
  for (std::size_t m = 0; m < sent.size(); ++m)
    requests.push_back(transport.send(other(m), tag(m / std::size_t(ranks)), sent[m]));
  transport.test({});
  transport.wait(requests);
  int wrong = 0;
  for (std::size_t m = 0; m < received.size(); ++m) {
    Bytes expected = message(other(m), me, int(m) / ranks);
    expected.resize(received[m].size(), std::byte{77});
    wrong += received[m] != expected;
  }
  return wrong;
}

int check_gather(Transport& transport, std::size_t factor) {
  const auto mine = [&](int rank) { return Bytes(std::size_t(rank) * factor, std::byte{9}); };
  const auto all = transport.all_gather(mine(transport.rank()));
  int wrong = all.size() != std::size_t(transport.size());
  for (std::size_t r = 0; r < all.size(); ++r) wrong += all[r] != mine(int(r));
  return wrong;
}

Machine three_sites(int ranks) {
  Machine machine;
  machine.sites.resize(3);
  for (int rank = 0; rank < ranks; ++rank)
    machine.sites[std::size_t(rank % 3)].ranks.push_back(rank);
  machine.links = {{"a-b", {0, 1}, 3e-3, 500e6}, {"b-c", {1, 2}, 1e-3, 0}};
  machine.emulation = {true, false, 1e-3};
  return machine;
}

int check(const std::shared_ptr<Transport>& mpi) {
  int wrong = 0;
  for (int repeat = 0; repeat < 2; ++repeat) {  // two of them are apart
    const auto one = EmulatedLinks().wrap(mpi, three_sites(mpi->size()));
    const auto other = EmulatedLinks().wrap(mpi, three_sites(mpi->size()));
    wrong += check_messages(*one) + check_gather(*other, 3) + check_gather(*one, 10'000);
  }
  if (wrong != 0) std::printf("rank %d: %d wrong\n", mpi->rank(), wrong);
  return wrong;
}

}  // namespace
}  // namespace cardon::wide_area

int main() {
  return cardon::wide_area::check(std::make_shared<cardon::TransportMPI>()) == 0 ? 0 : 1;
}
