// SPDX-License-Identifier: Apache-2.0
#include "transport_mpi.hpp"

#include <algorithm>
#include <array>
#include <cardon/kit/idle_nap.hpp>
#include <cardon/thorn/error.hpp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "mpi_check.hpp"

namespace cardon {
namespace {

// Heartbeats are looked for once per second, as far as the rank looks at all. Others are asked
// only in a silence, from this many seconds on.
constexpr double between_looks = 1, worth_asking = 2;
// A rank that waits does not rest while large messages may come from its own host.
constexpr double slow_memory = 2e9;            // bytes/s
constexpr double longest_without_rest = 5e-3;  // s
constexpr double answers_last = 0.1e-3;        // s
constexpr std::size_t max_asked = 200;  // to go through more takes longer than to look at one

std::string host_name() {
  char text[MPI_MAX_PROCESSOR_NAME] = "";
  int length = 0;
  check_mpi(MPI_Get_processor_name(text, &length), "query the host name");
  return {text, std::size_t(length)};
}

// A rank that waits rests between its looks at messages, see IdleNap. Where Open MPI may not read
// the memory of other processes, as in many containers, each look moves one fragment, and its
// fragments of 32 kB made 4 MB take 47 ms instead of 4. Of those of 128 kB, 24 fit in its segment
// of 4 MB if they come by eights. Settings in the environment, such as those of mpirun --mca, stay;
// those in files of parameters do not.
void ask_for_large_fragments() {
  for (const std::string component : {"OMPI_MCA_btl_vader_", "OMPI_MCA_btl_sm_"}) {
    setenv((component + "max_send_size").c_str(), "131072", 0);
    setenv((component + "free_list_inc").c_str(), "8", 0);
  }
}

}  // namespace

TransportMPI::TransportMPI(std::size_t largest_part, double patience)
    : largest_part_(std::min(largest_part, std::size_t{std::numeric_limits<int>::max()})),
      watch_(patience) {
  int running = 0, provided = 0;
  check_mpi(MPI_Initialized(&running), "report whether it is initialized");
  if (running == 0) {
    ask_for_large_fragments();
    check_mpi(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "start");
    started_mpi_ = true;
  }
  check_mpi(MPI_Comm_dup(MPI_COMM_WORLD, &world_), "duplicate a communicator");
  check_mpi(MPI_Comm_set_errhandler(world_, MPI_ERRORS_RETURN), "install an error handler");
  check_mpi(MPI_Comm_rank(world_, &rank_), "query the rank");
  check_mpi(MPI_Comm_size(world_, &size_), "query the number of ranks");
  pulse_ = std::make_unique<Pulse>(world_);
  const std::string host = host_name();
  for (const auto& name : all_gather(std::as_bytes(std::span(host))))
    hosts_.emplace_back(reinterpret_cast<const char*>(name.data()), name.size());
}

TransportMPI::~TransportMPI() {
  pulse_.reset();
  int finished = 0;
  MPI_Finalized(&finished);
  if (finished != 0) return;
  MPI_Comm_free(&world_);
  if (started_mpi_) MPI_Finalize();
}

// One message stays one message whatever its length, so that a longer receive can take it: the
// parts are those of a datatype (J. Hammond, A. Schaefer, R. Latham, "To INT_MAX ... and beyond",
// 2014).
class TransportMPI::Layout {
 public:
  Layout(std::size_t bytes, std::size_t part) : count(int(bytes)) {
    if (bytes <= part) return;
    MPI_Datatype whole = MPI_DATATYPE_NULL;
    check_mpi(MPI_Type_contiguous(int(part), MPI_BYTE, &whole), "describe a part");
    const std::size_t parts = bytes / part;
    const int counts[] = {int(parts), int(bytes % part)};
    const MPI_Aint starts[] = {0, static_cast<MPI_Aint>(parts * part)};
    const MPI_Datatype types[] = {whole, MPI_BYTE};
    check_mpi(MPI_Type_create_struct(2, counts, starts, types, &type), "describe a long message");
    check_mpi(MPI_Type_commit(&type), "use the description of a long message");
    MPI_Type_free(&whole);
    count = 1;
  }
  Layout(const Layout&) = delete;
  Layout& operator=(const Layout&) = delete;
  // MPI keeps what messages under way still need.
  ~Layout() {
    if (type != MPI_BYTE) MPI_Type_free(&type);
  }

  int count;
  MPI_Datatype type = MPI_BYTE;
};

Transport::Request TransportMPI::new_message(int peer, std::size_t bytes) {
  const Request request = messages_.add({MPI_REQUEST_NULL, peer, bytes});
  active_.push_back(request);
  return request;
}

Transport::Request TransportMPI::post_receive(int from, int tag, std::span<std::byte> buffer) {
  const Request request = new_message(from, buffer.size());
  const Layout layout(buffer.size(), largest_part_);
  check_mpi(MPI_Irecv(buffer.data(), layout.count, layout.type, from, tag, world_, &mpi(request)),
            "post a receive");
  return request;
}

Transport::Request TransportMPI::send(int to, int tag, std::span<const std::byte> bytes) {
  const Request request = new_message(to, bytes.size());
  const Layout layout(bytes.size(), largest_part_);
  check_mpi(MPI_Isend(bytes.data(), layout.count, layout.type, to, tag, world_, &mpi(request)),
            "send a message");
  return request;
}

// Whatever is asked, MPI progresses all messages, which costs a system call and more. So one call
// asks for all, and its answers are good for a moment, once for each message: who asks again for
// the same one wants progress. Open MPI looks at messages before it progresses, so that what comes
// in during this call is told by the next one; a second look at once would cost as much again.
bool TransportMPI::is_complete(Request request) {
  Message& message = messages_.at(request);
  if (message.complete) return true;
  if (!std::exchange(message.answered, false) || MPI_Wtime() > answers_until_) {
    ask_for_all(request);
    message.answered = false;
  }
  return message.complete;
}

// Of very many messages only for the first.
void TransportMPI::ask_for_all(Request first) {
  asked_requests_.clear();
  waiting_.clear();
  const std::span<const Request> all(active_), one(&first, 1);
  for (const Request request : all.size() > max_asked ? one : all) {
    Message& message = messages_[request];
    if (message.complete) continue;
    message.answered = true;
    asked_requests_.push_back(request);
    waiting_.push_back(message.request);
  }
  if (waiting_.empty()) return;
  finished_.resize(waiting_.size());
  statuses_.resize(waiting_.size());
  int done = 0;
  int code = MPI_Testsome(int(waiting_.size()), waiting_.data(), &done, finished_.data(),
                          statuses_.data());
  for (int n = 0; n < done; ++n) {
    Message& message = messages_[asked_requests_[finished_[n]]];
    message.complete = true;
    message.request = MPI_REQUEST_NULL;
    if (code == MPI_ERR_IN_STATUS && statuses_[n].MPI_ERROR != MPI_SUCCESS)
      code = statuses_[n].MPI_ERROR;
  }
  check_mpi(code, "move messages on");
  moved_ |= done > 0;
  answers_until_ = MPI_Wtime() + answers_last;
}

bool TransportMPI::test(std::span<const Request> requests) {
  if (requests.empty()) {
    const auto incomplete = [&](Request request) { return !messages_[request].complete; };
    const auto under_way = std::find_if(active_.begin(), active_.end(), incomplete);
    if (under_way != active_.end()) ask_for_all(*under_way);
    const bool expecting = std::any_of(active_.begin(), active_.end(), incomplete);
    look(expecting, active_);
    return true;
  }
  bool complete = true;
  for (const Request request : requests) complete &= is_complete(request);
  if (!complete) look(true, requests);
  return complete;
}

void TransportMPI::wait(std::span<const Request> requests) {
  waiting_.clear();
  std::size_t bytes = 0;
  for (const Request request : requests) {
    const Message& message = messages_.at(request);
    if (!message.complete) bytes += message.bytes;
    waiting_.push_back(message.request);
    messages_.release(request);
  }
  std::erase_if(active_, [&](Request request) { return !messages_.has(request); });
  finished_.resize(waiting_.size());
  IdleNap nap(std::min(longest_without_rest, double(bytes) / slow_memory));
  for (int done = 0, all = int(waiting_.size());;) {
    check_mpi(MPI_Testsome(all, waiting_.data(), &done, finished_.data(), MPI_STATUSES_IGNORE),
              "finish its messages");
    if (done == MPI_UNDEFINED) break;
    for (int n = 0; n < done; ++n) messages_[requests[std::size_t(finished_[n])]].complete = true;
    moved_ |= done > 0;
    look(true, requests);
    if (done > 0)
      nap.reset();
    else
      nap.rest();
  }
  look(false, {});
}

void TransportMPI::finish(MPI_Request collective) {
  IdleNap nap;
  for (int done = 0;; nap.rest()) {
    check_mpi(MPI_Test(&collective, &done, MPI_STATUS_IGNORE), "gather");
    moved_ |= done != 0;
    look(done == 0, {});
    if (done != 0) return;
  }
}

void TransportMPI::look(bool expecting, std::span<const Request> requests) {
  const double now = MPI_Wtime();
  const bool moved = std::exchange(moved_, false), silent = expecting && !moved;
  tell(watch_.look(now, moved, expecting), requests);
  if (!silent) asked_.clear();
  if (now < next_pulse_) return;
  next_pulse_ = now + between_looks;
  pulse_->answer(now);
  if (silent && lost_ && watch_.silence() >= worth_asking) seek(now, requests);
}

// For people: whoever started the job sees rank 0's line, and one line is enough.
void TransportMPI::tell(StallWatch::Event event, std::span<const Request> requests) const {
  if (event == StallWatch::Event::none || rank_ != 0) return;
  if (event == StallWatch::Event::silent)
    warn_of_silence(awaited(requests));
  else
    std::fprintf(stderr, "\nmessages arrive again after %.1f s of silence\n", watch_.silence());
}

void TransportMPI::warn_of_silence(const std::vector<int>& ranks) const {
  char message[200];
  std::snprintf(message, sizeof message, "no message has come for %.0f s; rank 0 waits for %s",
                watch_.silence(), names(ranks).c_str());
  Problem problem{.slug = "transport/silent", .message = message};
  if (notes_) problem.notes = notes_(ranks);
  problem.help =
      "the run continues when messages arrive; if none do, look for a broken network or a "
      "rank that has stopped";
  const std::string text = format_problem(problem);
  std::fprintf(stderr, "\nwarning%s", text.substr(text.find(':')).c_str());
}

void TransportMPI::set_timeout(double seconds, std::function<void(const std::vector<int>&)> lost) {
  patience_ = seconds;
  lost_ = std::move(lost);
}

// In a collective everybody waits for everybody. It is enough that somebody watches each rank, and
// costs no connections between all of them. Who was not asked for long enough cannot have answered.
void TransportMPI::seek(double now, std::span<const Request> requests) {
  std::vector<int> ranks = awaited(requests);
  if (ranks.empty()) ranks = neighbours();
  asked_.add(ranks, now);
  std::vector<int> gone;
  std::copy_if(ranks.begin(), ranks.end(), std::back_inserter(gone), [&](int rank) {
    return asked_.seconds(rank, now) >= patience_ && now - pulse_->heard(rank) >= patience_;
  });
  if (!gone.empty()) lost_(gone);
  pulse_->ask(asked_.all());
}

/// The ranks before and after this one.
std::vector<int> TransportMPI::neighbours() const {
  std::set<int> ranks{(rank_ + size_ - 1) % size_, (rank_ + 1) % size_};
  ranks.erase(rank_);
  return {ranks.begin(), ranks.end()};
}

/// Whose messages, of these, are not through; in ascending order.
std::vector<int> TransportMPI::awaited(std::span<const Request> requests) const {
  std::set<int> ranks;
  for (const Request request : requests) {
    const Message& message = messages_[request];
    if (!message.complete) ranks.insert(message.peer);
  }
  ranks.erase(rank_);
  return {ranks.begin(), ranks.end()};
}

std::string TransportMPI::names(const std::vector<int>& ranks) const {
  if (ranks.empty()) return "all others";
  std::string text =
      "rank " + std::to_string(ranks.front()) + " on " + hosts_[std::size_t(ranks.front())];
  if (ranks.size() > 1) text += " and " + std::to_string(ranks.size() - 1) + " more";
  return text;
}

// Lengths travel with the first bytes: what fits there crosses a slow link once, not twice.
std::vector<std::vector<std::byte>> TransportMPI::all_gather(std::span<const std::byte> bytes) {
  struct Head {
    std::uint64_t length = 0;
    std::array<std::byte, 120> first{};
  };
  Head mine{.length = bytes.size()};
  std::copy_n(bytes.begin(), std::min(bytes.size(), mine.first.size()), mine.first.begin());
  std::vector<Head> heads(static_cast<std::size_t>(size_));
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Iallgather(&mine, sizeof mine, MPI_BYTE, heads.data(), sizeof mine, MPI_BYTE,
                           world_, &request),
            "gather");
  finish(request);
  std::vector<int> lengths;
  bool all_fit = true;
  for (const Head& head : heads) {
    if (head.length > std::uint64_t{std::numeric_limits<int>::max()})
      throw Bug("more than 2 GiB to be gathered from a rank");
    lengths.push_back(int(head.length));
    all_fit = all_fit && head.length <= head.first.size();
  }
  if (!all_fit) return all_gather_long(bytes, lengths);
  std::vector<std::vector<std::byte>> result;
  for (const Head& head : heads)
    result.emplace_back(head.first.begin(), head.first.begin() + std::ptrdiff_t(head.length));
  return result;
}

std::vector<std::vector<std::byte>> TransportMPI::all_gather_long(std::span<const std::byte> bytes,
                                                                  const std::vector<int>& lengths) {
  if (std::accumulate(lengths.begin(), lengths.end(), 0LL) > std::numeric_limits<int>::max())
    throw Bug("more than 2 GiB to be gathered from all ranks");
  std::vector<int> starts(lengths.size(), 0);
  std::partial_sum(lengths.begin(), lengths.end() - 1, starts.begin() + 1);
  std::vector<std::byte> all(std::size_t(starts.back() + lengths.back()));
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Iallgatherv(bytes.data(), int(bytes.size()), MPI_BYTE, all.data(), lengths.data(),
                            starts.data(), MPI_BYTE, world_, &request),
            "gather");
  finish(request);
  std::vector<std::vector<std::byte>> result;
  for (std::size_t r = 0; r < lengths.size(); ++r)
    result.emplace_back(all.begin() + starts[r], all.begin() + starts[r] + lengths[r]);
  return result;
}

std::string TransportMPI::describe() const {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  check_mpi(MPI_Get_library_version(text, &length), "report its version");
  const std::string library(text, std::size_t(length));
  return library.substr(0, library.find_first_of(",\n")) + ", " + std::to_string(size_) +
         (size_ == 1 ? " rank" : " ranks");
}

}  // namespace cardon
