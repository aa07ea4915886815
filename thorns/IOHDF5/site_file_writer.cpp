// SPDX-License-Identifier: Apache-2.0
#include "site_file_writer.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <system_error>

#include "cardon/error.hpp"
#include "cardon/text_file.hpp"
#include "cardon/together.hpp"
#include "slab_gather.hpp"
#include "slab_plan.hpp"

namespace cardon {
namespace {

// So many rounds travel at once: ranks that share a core need not wake for each other every time.
constexpr int ahead = 4;
constexpr const char* elsewhere = "another rank could not";

// A writer's file. Failures are kept: a writer whose write failed still takes part in what follows.
class FileJob {
 public:
  FileJob(const std::filesystem::path& path, const StorageOptions& options,
          const WritingRanks& group)
      : lock_(hdf5_mutex()),
        path_(path),
        group_(group),
        file_(std::make_unique<FieldFile>(options, group.communicator())) {}

  template <class Work>
  void attempt(const Work& work) {
    try {
      work(*file_);
    } catch (const Hdf5Failure& reason) {
      if (!failure_) failure_ = reason;
    }
  }

  void close() {
    const bool failed = on_any_writer(failure_.has_value());
    if (failed) make_room();
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

  // After a failed write the file is useless, but HDF5 must still be able to close it: if it
  // cannot, it crashes in MPI_Finalize. On a full disk closing needs the space that the values have
  // taken.
  void make_room() const {
    std::error_code ignored;
    if (group_.own() == 0) std::filesystem::resize_file(path_, 0, ignored);
    if (group_.count() > 1) MPI_Barrier(group_.communicator());
  }

  std::lock_guard<std::mutex> lock_;  // until the file is closed
  const std::filesystem::path& path_;
  const WritingRanks& group_;
  std::unique_ptr<FieldFile> file_;
  std::optional<Hdf5Failure> failure_;
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
    while (begun < std::min(round + ahead, plan.rounds())) begin(begun++);
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

std::size_t SiteFileWriter::write(const std::filesystem::path& file, const FieldFileHeader& header,
                                  const Snapshot& snapshot, const FieldView& view,
                                  const Box& part) {
  SlabGather gather(view, *site_, group_.ranks(), options_.single);
  const SlabPlan plan(part, snapshot.grid->dimensions, group_.count(), options_.deflate > 0);
  std::optional<FileJob> job;
  std::size_t bytes = 0;
  try {
    together(*site_, [&] {
      if (!group_.writes()) return;
      job.emplace(file, options_, group_);
      job->attempt([&](FieldFile& f) { f.create(file, header, snapshot, *view.field, part); });
      job->report();
    });
    bytes = move_values(job ? &*job : nullptr, gather, plan, group_);
    together(*site_, [&] {
      if (!job) return;
      job->close();
      job->report();
    });
  } catch (const Error& error) {
    if (job && !error.problems().front().slug.starts_with("output/")) job->abandon();
    std::error_code ignored;
    if (site_->rank() == 0) std::filesystem::remove(file, ignored);
    throw;
  } catch (...) {
    if (job) job->abandon();
    throw;
  }
  return bytes;
}

}  // namespace cardon
