// SPDX-License-Identifier: Apache-2.0
#include "field_output.hpp"

#include <fmt/format.h>

#include <cardon/kit/background_writer.hpp>
#include <cardon/kit/collective_or_throw.hpp>
#include <cardon/kit/output_names.hpp>
#include <cardon/kit/text_file.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/thorn/error.hpp>
#include <map>

#include "hdf5_handle.hpp"
#include "index_file.hpp"
#include "openpmd.hpp"
#include "slab_plan.hpp"
#include "vector_file.hpp"

namespace cardon {
namespace {

std::size_t component_count(Tensor tensor) {
  return tensor == Tensor::symmetric_tensor ? 6 : tensor == Tensor::plane_vector ? 2 : 3;
}

}  // namespace

// Vectors and tensors of which all components are output, one after the other.
std::vector<FieldOutput::Group> FieldOutput::whole_groups(const Snapshot& snapshot) {
  std::vector<Group> groups;
  const std::vector<FieldView>& fields = snapshot.fields;
  for (std::size_t n = 0; n < fields.size(); ++n) {
    const GridFunction& f = *fields[n].field;
    if (f.tensor == Tensor::scalar) continue;
    const std::size_t end = n + component_count(f.tensor);
    if (end > fields.size()) continue;
    const GridFunction& last = *fields[end - 1].field;
    if (last.thorn != f.thorn || last.group != f.group || last.id - f.id != int(end - 1 - n))
      continue;
    groups.push_back({n, end});
    n = end - 1;
  }
  return groups;
}

std::vector<double> FieldOutput::working_memory(const OutputSetup& setup,
                                                std::span<const RankShare> ranks) const {
  const SectionValues& values = setup.parameters->section(setup.section, setup.instance);
  const Grid& grid = setup.program->grid;
  const long portion = max_slab_points(grid.points, grid.dimensions, values.get(compression) > 0);
  const std::size_t number = values.get(precision) == "single" ? sizeof(float) : sizeof(double);
  std::map<int, std::vector<std::size_t>> sites;
  for (std::size_t r = 0; r < ranks.size(); ++r) sites[ranks[r].site].push_back(r);
  std::vector<double> bytes(ranks.size());
  for (const auto& [site, members] : sites) {
    std::vector<long> points;
    for (const std::size_t r : members) points.push_back(ranks[r].points);
    // One rank writes where the ranks are not those of MPI.
    for (const int count : {1, std::min(values.get(writers), int(members.size()))}) {
      const auto needs = SiteFileWriter::working_memory(points, portion, number, count);
      for (std::size_t m = 0; m < members.size(); ++m)
        bytes[members[m]] = std::max(bytes[members[m]], needs[m]);
    }
  }
  return bytes;
}

// The first rank of a site has all that the site writes.
std::vector<double> FieldOutput::copies(const OutputSetup& setup,
                                        std::span<const RankShare> ranks) const {
  const SectionValues& values = setup.parameters->section(setup.section, setup.instance);
  const std::size_t number = values.get(precision) == "single" ? sizeof(float) : sizeof(double);
  std::vector<double> bytes(ranks.size());
  std::map<int, std::size_t> writers;
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    const std::size_t writer = writers.try_emplace(ranks[r].site, r).first->second;
    bytes[writer] += double(ranks[r].points) * double(number * setup.fields.size());
  }
  return bytes;
}

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
  collective_or_throw(*setup.sites.transport, [this] {
    if (setup_.sites.transport->rank() == 0) make_folder(folder_);
  });
}

void FieldOutput::write(const Snapshot& snapshot) {
  if (snapshot.sites.size() != setup_.sites.names.size())
    throw Bug("fields: the boxes of the sites are not known");
  std::vector<XdmfField> fields;
  for (const FieldView& view : snapshot.fields) fields.push_back(write_field(snapshot, view));
  const std::vector<OutputRecord> records = records_of(snapshot, fields);
  for (const OutputRecord& record : records)
    if (record.components.size() > 1) fields.push_back(write_vector(snapshot, record));
  write_whole_output(snapshot, records);
  const std::string name = "fields" + suffix_ + ".xdmf";
  on_first([this, iteration = snapshot.iteration, time = snapshot.time, fields, name] {
    series_->add(iteration, time, fields);
    replace_file(folder_ / name, series_->text());
  });
}

void FieldOutput::on_first(std::function<void()> work) {
  if (!background())
    collective_or_throw(*setup_.sites.transport, [&] {
      if (is_first_of_all()) work();
    });
  else if (is_first_of_all())
    background()->add(0, std::move(work));
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
    on_first([=, this, snapshot = without_values(snapshot), field = view.field] {
      write_index(stem, head, snapshot, *field);
    });
  }
  return {head.name, stem + ".h5", 1, iteration_path(snapshot.iteration) + "/meshes/" + head.name};
}

std::vector<OutputRecord> FieldOutput::records_of(const Snapshot& snapshot,
                                                  const std::vector<XdmfField>& written) {
  std::vector<Group> groups = whole_groups(snapshot);
  std::vector<OutputRecord> records;
  for (std::size_t n = 0; n < snapshot.fields.size(); ++n) {
    const GridFunction& first = *snapshot.fields[n].field;
    OutputRecord record{written[n].name, &first, {{"", written[n].file, written[n].name}}};
    if (!groups.empty() && groups.front().begin == n) {
      record.components.clear();
      const std::size_t stem = first.group.size() + 1;  // "momentum_" of "momentum_x"
      for (std::size_t c = n; c < groups.front().end; ++c)
        record.components.push_back(
            {snapshot.fields[c].field->name.substr(stem), written[c].file, written[c].name});
      record.name.resize(record.name.size() - record.components[0].label.size() - 1);
      n = groups.front().end - 1;
      groups.erase(groups.begin());
    }
    records.push_back(std::move(record));
  }
  return records;
}

// The components themselves are in files of their own, written before.
XdmfField FieldOutput::write_vector(const Snapshot& snapshot, const OutputRecord& record) {
  const FieldFileHeader head = header(record.name);
  const std::string file = head.series + "." + iteration_text(snapshot.iteration) + ".h5";
  const int places = record.first->tensor == Tensor::symmetric_tensor ? 6 : 3;
  write_links(folder_ / vector_folder, file,
              [=, this, snapshot = without_values(snapshot)](const auto& unfinished) {
                write_vector_file(unfinished, head, snapshot, *record.first, options_.single,
                                  record.components, places);
              });
  return {head.name, std::string(vector_folder) + "/" + file, places, vector_dataset(head.name)};
}

void FieldOutput::write_whole_output(const Snapshot& snapshot,
                                     const std::vector<OutputRecord>& records) {
  const FieldFileHeader head = header("output");
  const std::string file = head.series + "." + iteration_text(snapshot.iteration) + ".h5";
  write_links(folder_ / output_folder, file,
              [=, snapshot = without_values(snapshot)](const auto& unfinished) {
                write_output_file(unfinished, head, snapshot, records);
              });
}

void FieldOutput::write_links(const std::filesystem::path& folder, const std::string& file,
                              std::function<void(const std::filesystem::path&)> fill) {
  on_first([=, fill = std::move(fill)] {
    make_folder(folder);
    fill(folder / (file + ".part"));
    move_file(folder / (file + ".part"), folder / file);
  });
}

// The file gets its name when it is complete.
void FieldOutput::write_part(const std::string& file, const FieldFileHeader& header,
                             const Snapshot& snapshot, const FieldView& view) {
  Transport& site = *setup_.sites.transport;
  const Box& part = snapshot.sites[std::size_t(setup_.sites.own)];
  const std::filesystem::path unfinished = folder_ / (file + ".part");
  if (background())
    return writer_.write_behind(
        *background(), unfinished, header, snapshot, view, part,
        [=, this] { check_space(unfinished, part); },
        [=, this](std::size_t bytes) {
          move_file(unfinished, folder_ / file);
          bytes_ += bytes;
        });
  collective_or_throw(site, [&] { check_space(unfinished, part); });
  bytes_ += writer_.write(unfinished, header, snapshot, view, part);
  collective_or_throw(site, [&] {
    if (site.rank() == 0) move_file(unfinished, folder_ / file);
  });
}

void FieldOutput::write_index(const std::string& stem, const FieldFileHeader& header,
                              const Snapshot& snapshot, const GridFunction& field) const {
  std::vector<SiteFile> files;
  for (std::size_t site = 0; site < snapshot.sites.size(); ++site)
    files.push_back({site_file(stem, site), snapshot.sites[site]});
  const std::filesystem::path unfinished = folder_ / (stem + ".h5.part");
  write_index_file(unfinished, header, snapshot, field, options_.single, files);
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
  problem.help = "free some space there, or choose another folder with --out";
  throw Error(std::move(problem), exit_environment);
}

}  // namespace cardon
