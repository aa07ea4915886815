// SPDX-License-Identifier: Apache-2.0
// Writes a series with all ranks of MPI and reads it back: mpi_write_fields FOLDER NX NY NZ
// OPTIONS SITES. The exit status says whether every value came back. Other tests open the files
// that it leaves.
#include <mpi.h>

#include <cardon/thorn/error.hpp>
#include <cstdio>
#include <deque>

#include "field_output.hpp"
#include "hdf5_field_reader.hpp"
#include "support/sample_sites.hpp"

namespace cardon {
namespace {

// Each message travels by a request of its own.
class PlainMpi : public Transport {
 public:
  PlainMpi() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }
  Request post_receive(int from, int tag, std::span<std::byte> buffer) override {
    MPI_Irecv(buffer.data(), int(buffer.size()), MPI_BYTE, from, tag, MPI_COMM_WORLD,
              &requests_.emplace_back());
    return int(requests_.size()) - 1;
  }
  Request send(int to, int tag, std::span<const std::byte> bytes) override {
    MPI_Isend(bytes.data(), int(bytes.size()), MPI_BYTE, to, tag, MPI_COMM_WORLD,
              &requests_.emplace_back());
    return int(requests_.size()) - 1;
  }
  bool test(std::span<const Request>) override { throw Bug("nobody polls here"); }
  void wait(std::span<const Request> requests) override {
    for (const Request request : requests)
      MPI_Wait(&requests_[std::size_t(request)], MPI_STATUS_IGNORE);
  }
  std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> bytes) override {
    std::vector<std::vector<std::byte>> all(std::size_t{1} * size_);
    for (int rank = 0; rank < size_; ++rank) {
      unsigned long size = bytes.size();
      MPI_Bcast(&size, 1, MPI_UNSIGNED_LONG, rank, MPI_COMM_WORLD);
      auto& part = all[std::size_t(rank)];
      part.resize(size);
      if (rank == rank_) part.assign(bytes.begin(), bytes.end());
      MPI_Bcast(part.data(), int(size), MPI_BYTE, rank, MPI_COMM_WORLD);
    }
    return all;
  }
  std::string describe() const override { return "MPI in a test"; }

 private:
  std::deque<MPI_Request> requests_;
};

bool same(const SampleFields& run, const std::filesystem::path& file, bool single) {
  const FieldData data = Hdf5FieldReader().read(file);
  std::size_t n = 0, wrong = 0;
  for (int k = 0; k < run.grid.points[2]; ++k)
    for (int j = 0; j < run.grid.points[1]; ++j)
      for (int i = 0; i < run.grid.points[0]; ++i) {
        const Real value = run.formulas[data.name == "phi" ? 0 : 1](i, j, k);
        wrong += data.values.at(n++) != (single ? Real(float(value)) : value);
      }
  if (wrong > 0) std::fprintf(stderr, "%s: %zu of %zu values are wrong\n", file.c_str(), wrong, n);
  return wrong == 0;
}

int write_and_check(char** arguments) {
  const std::filesystem::path folder = arguments[1];
  const SampleFields run(
      {std::stoi(arguments[2]), std::stoi(arguments[3]), std::stoi(arguments[4])});
  const std::string options = arguments[5];
  const SampleParameters values(
      {.path = "output.fields",
       .parameters = {declare(FieldOutput::compression), declare(FieldOutput::precision),
                      declare(FieldOutput::writers)},
       .use = SectionUse::repeatable},
      "output: {fields: " + options + "}");
  PlainMpi transport;
  SampleSites sites(transport, std::stoi(arguments[6]));
  FieldOutput output;
  OutputSetup setup = run.setup(folder, values, "output.fields", transport);
  sites.describe(setup);
  output.open(setup);
  for (long iteration : {0, 20, 40}) {
    const auto local = run.local(transport, iteration);
    sites.describe(local->snapshot);
    output.write(local->snapshot);
  }
  output.close();
  transport.all_gather({});  // the files of other sites are complete
  if (transport.rank() != 0) return 0;
  bool good = true;
  for (const char* name : {"phi.it000000.h5", "pi.it000040.h5"})
    good = same(run, folder / "fields" / name, options.find("single") != options.npos) && good;
  return good ? 0 : 1;
}

}  // namespace
}  // namespace cardon

int main(int count, char** arguments) {
  MPI_Init(&count, &arguments);
  int status = 2;
  try {
    if (count == 7) status = cardon::write_and_check(arguments);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    status = 1;
  }
  int worst = 0;
  MPI_Allreduce(&status, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return worst;
}
