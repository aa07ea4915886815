// SPDX-License-Identifier: Apache-2.0
#include "site_file_writer.hpp"

#include <algorithm>
#include <array>
#include <cardon/kit/background_writer.hpp>
#include <cardon/kit/collective_or_throw.hpp>
#include <cardon/kit/text_file.hpp>
#include <cardon/thorn/error.hpp>
#include <memory>
#include <numeric>
#include <optional>
#include <system_error>

#include "disk_space.hpp"
#include "slab_gather.hpp"
#include "slab_plan.hpp"

namespace cardon {
namespace {

constexpr const char* elsewhere = "another rank could not";

// Attributes, and what lists the chunks of a compressed dataset.
std::size_t bytes_beside_values(const FieldFileHeader& header, const Box& part, bool compressed) {
  return (std::size_t(1) << 18) + header.provenance.size() +
         (compressed ? std::size_t(part.points()) / 64 : 0);
}

// Of values that deflate could not compress; chunks begin at pages.
std::size_t max_bytes_of_chunks(const Box& part, int dimensions, std::size_t number) {
  const Index3 edges = chunk_edges(part, dimensions);
  std::size_t chunks = 1, points = 1;
  for (int d = 0; d < 3; ++d) {
    chunks *= std::size_t((part.extent(d) + edges[d] - 1) / edges[d]);
    points *= std::size_t(edges[d]);
  }
  const std::size_t values = points * number;
  return chunks * (values + values / 1000 + 8192);
}

// A writer's file. Failures are kept: a writer whose write failed still takes part in what follows.
class FileJob {
 public:
  FileJob(const std::filesystem::path& path, const StorageOptions& options,
          const WritingRanks& group)
      : path_(path), group_(group) {
    const std::lock_guard lock(hdf5_mutex());
    file_ = std::make_unique<FieldFile>(options, group.communicator());
  }
  FileJob(const FileJob&) = delete;
  FileJob& operator=(const FileJob&) = delete;
  ~FileJob() {
    const std::lock_guard lock(hdf5_mutex());
    file_.reset();
  }

  template <class Work>
  void attempt(const Work& work) {
    const std::lock_guard lock(hdf5_mutex());
    try {
      work(*file_);
    } catch (const Hdf5Failure& reason) {
      if (!failure_) failure_ = reason;
    }
  }

  // With several writers: all of them call it, and on the first one what was reserved is free.
  void close() {
    const bool failed = on_any_writer(failure_.has_value());
    if (failed && group_.count() > 1) make_room();
    attempt([](FieldFile& file) { file.close(); });
    if (failed && !failure_) failure_ = Hdf5Failure{elsewhere};
  }

  /// Several writers can close a file only together, and others may be gone or elsewhere: it stays
  /// open, so that this rank can end.
  void abandon() {
    if (group_.count() > 1) static_cast<void>(file_.release());
  }

  void report() const {
    if (failure_) fail_to_write(path_, failure_->reason);
  }

 private:
  bool on_any_writer(bool here) const {
    int mine = here, any = here;
    if (group_.count() > 1) MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, group_.communicator());
    return any != 0;
  }

  // After a failed write the file is useless, but HDF5 must still be able to close it, see
  // WrittenFile. On a full disk closing needs the space that the values have taken.
  void make_room() const {
    std::error_code ignored;
    if (group_.own() == 0) std::filesystem::resize_file(path_, 0, ignored);
    MPI_Barrier(group_.communicator());
  }

  const std::filesystem::path& path_;
  const WritingRanks& group_;
  std::unique_ptr<FieldFile> file_;
  std::optional<Hdf5Failure> failure_;
};

// A file that one rank writes, on its thread of outputs. Where it does not get complete, it goes.
class LoneFile {
 public:
  LoneFile(std::filesystem::path path, const StorageOptions& options)
      : path_(std::move(path)), options_(options) {}
  LoneFile(const LoneFile&) = delete;
  LoneFile& operator=(const LoneFile&) = delete;
  ~LoneFile() {
    if (!job_ || complete_) return;
    job_->close();
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }

  void create(const FieldFileHeader& header, const Snapshot& snapshot, const GridFunction& field,
              const Box& part) {
    job_.emplace(path_, options_, alone_);
    attempt([&](FieldFile& file) { file.create(path_, header, snapshot, field, part); });
  }
  void write(const Box& slab, const SlabGather::Bytes& values) {
    attempt([&](FieldFile& file) { file.write(slab, values.data()); });
    bytes_ += values.size();
  }
  /// Returns the bytes of values.
  std::size_t close() {
    job_->close();
    job_->report();
    complete_ = true;
    return bytes_;
  }

 private:
  template <class Work>
  void attempt(const Work& work) {
    job_->attempt(work);
    job_->report();
  }

  std::filesystem::path path_;
  StorageOptions options_;
  WritingRanks alone_;
  std::optional<FileJob> job_;  // from create() on
  bool complete_ = false;
  std::size_t bytes_ = 0;
};

std::size_t move_values(FileJob* job, SlabGather& gather, const SlabPlan& plan,
                        const WritingRanks& group) {
  std::size_t bytes = 0;
  const auto begin = [&](int round) {
    std::vector<Box> slabs;
    for (int writer = 0; writer < group.count(); ++writer) slabs.push_back(plan.at(round, writer));
    gather.begin(slabs);
  };
  int begun = 0;
  for (int round = 0; round < plan.rounds(); ++round) {
    while (begun < std::min(round + SiteFileWriter::rounds_ahead, plan.rounds())) begin(begun++);
    const SlabGather::Bytes& values = gather.finish();
    if (job == nullptr) continue;
    job->attempt([&](FieldFile& file) {
      file.write(plan.at(round, group.own()), values.data());
      bytes += values.size();
    });
  }
  return bytes;
}

}  // namespace

std::vector<double> SiteFileWriter::working_memory(const std::vector<long>& points, long portion,
                                                   std::size_t number, int writers) {
  const long of_site = std::accumulate(points.begin(), points.end(), 0L);
  std::vector<double> bytes;
  for (const long own : points)
    bytes.push_back(double(number) * double(std::min(own, rounds_ahead * portion * writers)));
  for (const int writer : writers_of(int(points.size()), writers)) {
    const long own = points[std::size_t(writer)];
    const long coming = std::min(rounds_ahead * portion, of_site - own);
    const long leaving = std::min(rounds_ahead * portion * (writers - 1), own);
    bytes[std::size_t(writer)] =
        double(number) * double(std::min(portion, of_site) + coming + leaving);
  }
  return bytes;
}

std::size_t SiteFileWriter::write(const std::filesystem::path& file, const FieldFileHeader& header,
                                  const Snapshot& snapshot, const FieldView& view,
                                  const Box& part) {
  SlabGather gather(view, *site_, group_.ranks(), options_.single, *spare_);
  const SlabPlan plan(part, snapshot.grid->dimensions, group_.count(), options_.deflate > 0);
  std::optional<FileJob> job;
  std::optional<ReservedSpace> reserve;
  std::size_t bytes = 0;
  const bool chunked = options_.deflate > 0, first = group_.count() > 1 && group_.own() == 0;
  try {
    if (group_.count() > 1)
      collective_or_throw(*site_, [&] {
        if (first) reserve.emplace(file, bytes_beside_values(header, part, chunked));
      });
    collective_or_throw(*site_, [&] {
      if (!group_.writes()) return;
      job.emplace(file, options_, group_);
      job->attempt([&](FieldFile& f) { f.create(file, header, snapshot, *view.field, part); });
      job->report();
      // A collective write that fails on one writer only leaves the others waiting inside of HDF5.
      if (first && chunked)
        allocate_space(
            file, max_bytes_of_chunks(part, snapshot.grid->dimensions, options_.number_bytes()));
    });
    bytes = move_values(job ? &*job : nullptr, gather, plan, group_);
    collective_or_throw(*site_, [&] {
      if (!job) return;
      reserve.reset();
      job->close();
      job->report();
      if (first && chunked) trim_space(file);
    });
  } catch (const Error& error) {
    reserve.reset();
    if (job && error.problems().front().slug.starts_with("output/"))
      job->close();
    else if (job)
      job->abandon();
    std::error_code ignored;
    if (site_->rank() == 0) std::filesystem::remove(file, ignored);
    throw;
  } catch (...) {
    if (job) job->abandon();
    throw;
  }
  return bytes;
}

// All ranks gather the same portions; a file that cannot be written does not stop them.
void SiteFileWriter::write_behind(BackgroundWriter& background, const std::filesystem::path& file,
                                  const FieldFileHeader& header, const Snapshot& snapshot,
                                  const FieldView& view, const Box& part,
                                  std::function<void()> begin,
                                  std::function<void(std::size_t bytes)> end) {
  SlabGather gather(view, *site_, group_.ranks(), options_.single, *spare_);
  const SlabPlan plan(part, snapshot.grid->dimensions, 1, options_.deflate > 0);
  const auto lone = group_.writes() ? std::make_shared<LoneFile>(file, options_) : nullptr;
  if (lone)
    background.add(
        0, [=, field = view.field, begin = std::move(begin), snapshot = without_values(snapshot)] {
          begin();
          lone->create(header, snapshot, *field, part);
        });
  int begun = 0;
  for (int round = 0; round < plan.rounds(); ++round) {
    for (; begun < std::min(round + rounds_ahead, plan.rounds()); ++begun)
      gather.begin(std::array{plan.at(begun, 0)});
    gather.finish();
    if (!lone) continue;
    const std::shared_ptr<PageBytes> values(new PageBytes(gather.take()),
                                            [spare = spare_](PageBytes* done) {
                                              spare->give(std::move(*done));
                                              delete done;
                                            });
    background.add(values->size(),
                   [lone, slab = plan.at(round, 0), values] { lone->write(slab, *values); });
  }
  if (lone) background.add(0, [lone, end = std::move(end)] { end(lone->close()); });
}

}  // namespace cardon
