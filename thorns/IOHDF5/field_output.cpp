// SPDX-License-Identifier: Apache-2.0
#include "field_output.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cstring>

#include "cardon/error.hpp"
#include "cardon/gather.hpp"
#include "cardon/output_names.hpp"
#include "cardon/parameter_set.hpp"
#include "cardon/text_file.hpp"
#include "cardon/together.hpp"
#include "hdf5_handle.hpp"

namespace cardon {
namespace {

// True if the ranks of the run are those of MPI, so that they can write one file together.
bool ranks_are_mpi(const Transport& transport) {
  int started = 0, ended = 0, size = 1;
  MPI_Initialized(&started);
  MPI_Finalized(&ended);
  if (started == 0 || ended != 0) return false;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size > 1 && size == transport.size();
}

int largest(Transport& transport, int own) {
  int most = own;
  for (const auto& bytes : transport.all_gather(std::as_bytes(std::span(&own, 1)))) {
    int other = 0;
    std::memcpy(&other, bytes.data(), sizeof other);
    most = std::max(most, other);
  }
  return most;
}

}  // namespace

void FieldOutput::open(const OutputSetup& setup) {
  setup_ = setup;
  {
    const std::lock_guard lock(hdf5_mutex());
    hdf5_start();
  }
  const SectionValues& values = setup.parameters->section(setup.section, setup.instance);
  options_.deflate = values.get(compression);
  options_.single = values.get(precision) == "single";
  options_.parallel = ranks_are_mpi(*setup.transport);
  folder_ = setup.folder / "fields";
  // Two entries may write the same field, each at its own times and with its own precision.
  suffix_ = setup.instance == 0 ? "" : fmt::format("-{}", setup.instance + 1);
  series_ = std::make_unique<XdmfSeries>(setup.program->grid, options_.single);
  together(*setup.transport, [this] {
    if (setup_.transport->rank() == 0) make_folder(folder_);
  });
}

void FieldOutput::write(const Snapshot& snapshot) {
  std::vector<XdmfField> fields;
  for (const FieldView& view : snapshot.fields) fields.push_back(write_field(snapshot, view));
  series_->add(snapshot.iteration, snapshot.time, fields);
  const std::string name = "fields" + suffix_ + ".xdmf";
  together(*setup_.transport, [&] {
    if (setup_.transport->rank() == 0) replace_file(folder_ / name, series_->text());
  });
}

// The file gets its name when it is complete.
XdmfField FieldOutput::write_field(const Snapshot& snapshot, const FieldView& view) {
  const std::string name = identifier(*setup_.program, *view.field);
  const std::string file = name + suffix_ + "." + iteration_text(snapshot.iteration) + ".h5";
  const std::filesystem::path part = folder_ / (file + ".part");
  together(*setup_.transport, [&] { check_space(part); });
  if (options_.parallel || setup_.transport->size() == 1)
    write_together(part, name, snapshot, view);
  else
    write_on_rank_zero(part, name, snapshot, view);
  together(*setup_.transport, [&] {
    if (setup_.transport->rank() == 0) move_file(part, folder_ / file);
  });
  return {name, file};
}

// A full disk is better noticed before than during a write. How far compression will get is
// unknown.
void FieldOutput::check_space(const std::filesystem::path& file) const {
  if (setup_.transport->rank() != 0 || options_.deflate > 0) return;
  std::error_code unknown;
  const auto free = std::filesystem::space(folder_, unknown).available;
  const auto points = std::uintmax_t(setup_.program->grid.domain().points());
  const std::uintmax_t needed =
      points * (options_.single ? 4 : 8) + 16384 + setup_.provenance.size();
  if (unknown || free >= needed) return;
  Problem problem;
  problem.slug = "output/write-failed";
  problem.message = fmt::format("cannot write {}: it needs {:.1f} MB, but only {:.1f} MB are free",
                                file.string(), double(needed) / 1e6, double(free) / 1e6);
  problem.help = "make room there, or choose another folder with --out";
  throw Error(std::move(problem), exit_environment);
}

void FieldOutput::write_together(const std::filesystem::path& file, const std::string& name,
                                 const Snapshot& snapshot, const FieldView& view) {
  const int rounds = largest(*setup_.transport, slab_count(view));
  together(*setup_.transport, [&] {
    bytes_ += write_field_file(file, header(name), snapshot, view, options_, rounds);
  });
}

void FieldOutput::write_on_rank_zero(const std::filesystem::path& file, const std::string& name,
                                     const Snapshot& snapshot, const FieldView& view) {
  const Box domain = snapshot.grid->domain();
  const std::vector<Real> values = gather(view, domain, *setup_.transport);
  together(*setup_.transport, [&] {
    if (setup_.transport->rank() != 0) return;
    const std::ptrdiff_t row = domain.extent(0);
    const FieldView whole{view.field, {{domain, values.data(), row, row * domain.extent(1)}}};
    bytes_ += write_field_file(file, header(name), snapshot, whole, options_, slab_count(whole));
  });
}

}  // namespace cardon
