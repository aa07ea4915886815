// SPDX-License-Identifier: Apache-2.0
#include "writing_ranks.hpp"

#include <algorithm>
#include <cstring>

namespace cardon {
namespace {

// True if the ranks of the run are those of MPI.
bool ranks_are_mpi(const Transport& transport) {
  int started = 0, ended = 0, size = 1;
  MPI_Initialized(&started);
  MPI_Finalized(&ended);
  if (started == 0 || ended != 0) return false;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size > 1 && size == transport.size();
}

// Ranks in MPI_COMM_WORLD by rank in the site.
std::vector<int> world_ranks(Transport& site) {
  int own = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &own);
  std::vector<int> ranks;
  for (const auto& bytes : site.all_gather(std::as_bytes(std::span(&own, 1))))
    std::memcpy(&ranks.emplace_back(), bytes.data(), sizeof(int));
  return ranks;
}

MPI_Comm communicator_of(const std::vector<int>& world_ranks) {
  MPI_Group world = MPI_GROUP_NULL, group = MPI_GROUP_NULL;
  MPI_Comm communicator = MPI_COMM_NULL;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, int(world_ranks.size()), world_ranks.data(), &group);
  // Needs nobody but the members, so nothing crosses to other sites.
  MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &communicator);
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  return communicator;
}

}  // namespace

std::vector<int> writers_of(int size, int count) {
  std::vector<int> ranks;
  for (int writer = 0; writer < count; ++writer) ranks.push_back(int(long{writer} * size / count));
  return ranks;
}

WritingRanks::WritingRanks(Transport& all, Transport& site, int wanted) {
  const bool mpi = ranks_are_mpi(all);
  const int count = mpi ? std::min(wanted, site.size()) : 1;
  ranks_ = writers_of(site.size(), count);
  const auto found = std::find(ranks_.begin(), ranks_.end(), site.rank());
  own_ = found == ranks_.end() ? -1 : int(found - ranks_.begin());
  if (count == 1) return;
  const std::vector<int> world = world_ranks(site);
  std::vector<int> members;
  for (const int rank : ranks_) members.push_back(world[std::size_t(rank)]);
  if (writes()) communicator_ = communicator_of(members);
}

void WritingRanks::free() {
  if (communicator_ != MPI_COMM_NULL) MPI_Comm_free(&communicator_);
}

}  // namespace cardon
