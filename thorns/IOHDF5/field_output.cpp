// SPDX-License-Identifier: Apache-2.0
#include "field_output.hpp"

#include <fmt/format.h>

#include "cardon/error.hpp"
#include "cardon/output_names.hpp"
#include "cardon/parameter_set.hpp"
#include "cardon/text_file.hpp"
#include "cardon/together.hpp"
#include "hdf5_handle.hpp"
#include "index_file.hpp"

namespace cardon {

void FieldOutput::open(const OutputSetup& setup) {
  setup_ = setup;
  {
    const std::lock_guard lock(hdf5_mutex());
    hdf5_start();
  }
  const SectionValues& values = setup.parameters->section(setup.section, setup.instance);
  options_.deflate = values.get(compression);
  options_.single = values.get(precision) == "single";
  writer_ = {*setup.transport, *setup.sites.transport, options_, values.get(writers)};
  folder_ = setup.folder / "fields";
  // Two entries may write the same field, each at its own times and with its own precision.
  suffix_ = setup.instance == 0 ? "" : fmt::format("-{}", setup.instance + 1);
  series_ = std::make_unique<XdmfSeries>(setup.program->grid, options_.single);
  together(*setup.sites.transport, [this] {
    if (setup_.sites.transport->rank() == 0) make_folder(folder_);
  });
}

void FieldOutput::write(const Snapshot& snapshot) {
  if (snapshot.sites.size() != setup_.sites.names.size())
    throw Bug("fields: the boxes of the sites are not known");
  std::vector<XdmfField> fields;
  for (const FieldView& view : snapshot.fields) fields.push_back(write_field(snapshot, view));
  series_->add(snapshot.iteration, snapshot.time, fields);
  const std::string name = "fields" + suffix_ + ".xdmf";
  together(*setup_.sites.transport, [&] {
    if (is_first_of_all()) replace_file(folder_ / name, series_->text());
  });
}

XdmfField FieldOutput::write_field(const Snapshot& snapshot, const FieldView& view) {
  const OutputSites& sites = setup_.sites;
  const FieldFileHeader head = header(identifier(*setup_.program, *view.field));
  const std::string stem = head.series + "." + iteration_text(snapshot.iteration);
  if (sites.names.size() == 1) {
    write_part(stem + ".h5", head, snapshot, view);
  } else {
    const std::size_t own = std::size_t(sites.own);
    FieldFileHeader of_site = head;
    of_site.site = sites.names[own];
    write_part(site_file(stem, own), of_site, snapshot, view);
    together(*sites.transport, [&] {
      if (is_first_of_all()) write_index(stem, head, snapshot, view);
    });
  }
  return {head.name, stem + ".h5"};
}

// The file gets its name when it is complete.
void FieldOutput::write_part(const std::string& file, const FieldFileHeader& header,
                             const Snapshot& snapshot, const FieldView& view) {
  Transport& site = *setup_.sites.transport;
  const Box& part = snapshot.sites[std::size_t(setup_.sites.own)];
  const std::filesystem::path unfinished = folder_ / (file + ".part");
  together(site, [&] { check_space(unfinished, part); });
  bytes_ += writer_.write(unfinished, header, snapshot, view, part);
  together(site, [&] {
    if (site.rank() == 0) move_file(unfinished, folder_ / file);
  });
}

void FieldOutput::write_index(const std::string& stem, const FieldFileHeader& header,
                              const Snapshot& snapshot, const FieldView& view) const {
  std::vector<SiteFile> files;
  for (std::size_t site = 0; site < snapshot.sites.size(); ++site)
    files.push_back({site_file(stem, site), snapshot.sites[site]});
  const std::filesystem::path unfinished = folder_ / (stem + ".h5.part");
  write_index_file(unfinished, header, snapshot, *view.field, options_.single, files);
  move_file(unfinished, folder_ / (stem + ".h5"));
}

std::string FieldOutput::site_file(const std::string& stem, std::size_t site) const {
  return stem + "." + setup_.sites.names[site] + ".h5";
}

// A full disk is better noticed before than during a write. How far compression will get is
// unknown.
void FieldOutput::check_space(const std::filesystem::path& file, const Box& part) const {
  if (setup_.sites.transport->rank() != 0 || options_.deflate > 0) return;
  std::error_code unknown;
  const auto free = std::filesystem::space(folder_, unknown).available;
  const std::uintmax_t needed =
      std::uintmax_t(part.points()) * options_.number_bytes() + 16384 + setup_.provenance.size();
  if (unknown || free >= needed) return;
  Problem problem;
  problem.slug = "output/write-failed";
  problem.message = fmt::format("cannot write {}: it needs {:.3g} MB, but only {:.3g} MB are free",
                                file.string(), double(needed) / 1e6, double(free) / 1e6);
  problem.help = "make room there, or choose another folder with --out";
  throw Error(std::move(problem), exit_environment);
}

}  // namespace cardon
