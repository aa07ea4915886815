// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/thorn/error.hpp>
#include <fstream>
#include <iterator>

#include "attributes.hpp"
#include "field_output.hpp"
#include "field_parameters.hpp"
#include "hdf5_field_reader.hpp"
#include "hdf5_handle.hpp"
#include "small_disk.hpp"
#include "support/local_transport.hpp"
#include "support/sample_fields.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

void write(const SampleFields& run, const ScratchFolder& folder, const std::string& options,
           int ranks = 1, std::vector<long> iterations = {20}) {
  const SampleParameters values = field_parameters(options);
  on_ranks(ranks, [&](Transport& transport) {
    FieldOutput output;
    output.open(run.setup(folder.path, values, "output.fields", transport));
    for (long iteration : iterations) output.write(run.local(transport, iteration)->snapshot);
    output.close();
    EXPECT_EQ(output.bytes_written() > 0, transport.rank() == 0);
  });
}

void expect_values(const SampleFields& run, int f, const FieldData& data) {
  ASSERT_EQ(data.values.size(), std::size_t(run.grid.domain().points()));
  ASSERT_EQ(data.points, run.grid.points);
  std::size_t n = 0;
  for (int k = 0; k < data.points[2]; ++k)
    for (int j = 0; j < data.points[1]; ++j)
      for (int i = 0; i < data.points[0]; ++i)
        ASSERT_EQ(data.values[n++], run.formulas[std::size_t(f)](i, j, k));
}

std::string lossy_attribute(const std::filesystem::path& file) {
  const Hdf5Handle handle(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  const Attributes root(handle);
  return root.has("lossy") ? root.text("lossy") : "";
}

std::vector<double> working_memory(const std::string& options, Index3 points,
                                   std::vector<RankShare> ranks) {
  const SampleFields run(points);
  const SampleParameters values = field_parameters(options);
  std::vector<double> bytes;
  on_ranks(1, [&](Transport& transport) {
    const FieldOutput output;
    bytes = output.working_memory(run.setup({}, values, "output.fields", transport), ranks);
  });
  return bytes;
}

// Portions have 2^19 points here; the rank that writes has one, and up to four that come.
/// The numbers of a dataset, however many directions it has.
std::vector<double> numbers(const std::filesystem::path& file, const std::string& dataset,
                            std::vector<hsize_t>& shape) {
  const Hdf5Handle handle(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  const Hdf5Handle set(H5Dopen2(handle, dataset.c_str(), H5P_DEFAULT), H5Dclose);
  const Hdf5Handle space(H5Dget_space(set), H5Sclose);
  shape.resize(std::size_t(H5Sget_simple_extent_ndims(space)));
  hdf5_check(H5Sget_simple_extent_dims(space, shape.data(), nullptr));
  std::vector<double> values(std::size_t(H5Sget_simple_extent_npoints(space)));
  hdf5_check(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  return values;
}

TEST(FieldOutput, WritesAVectorAsOneRecord) {
  const ScratchFolder folder;
  SampleFields run({6, 5, 1});
  const char* const names[] = {"w_x", "w_y"};
  for (int c = 0; c < 2; ++c) {
    GridFunction& f = run.program.fields[std::size_t(c)];
    f.name = names[c];
    f.group = "w";
    f.tensor = Tensor::plane_vector;
    f.description = "Wind, " + std::string(1, "xy"[c]) + " component";
  }
  write(run, folder, "{}", 2);
  const std::filesystem::path file = folder.path / "fields" / "vectors" / "w.it000020.h5";
  std::vector<hsize_t> shape;
  const std::vector<double> vectors = numbers(file, "/vectors/w", shape);
  EXPECT_THAT(shape, ElementsAre(5u, 6u, 3u));
  std::vector<double> by_link[2];
  for (int c = 0; c < 2; ++c)
    by_link[c] = numbers(file, std::string("/data/20/meshes/w/") + "xy"[c], shape);
  EXPECT_THAT(shape, ElementsAre(5u, 6u));
  for (std::size_t n = 0; n < by_link[0].size(); ++n) {
    EXPECT_EQ(vectors[3 * n], by_link[0][n]);
    EXPECT_EQ(vectors[3 * n + 1], by_link[1][n]);
    EXPECT_EQ(vectors[3 * n + 2], 0);
    EXPECT_EQ(by_link[1][n], run.formulas[1](int(n % 6), int(n / 6), 0));
  }
  const Hdf5Handle handle(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  const Hdf5Handle record(H5Gopen2(handle, "/data/20/meshes/w", H5P_DEFAULT), H5Gclose);
  EXPECT_EQ(Attributes(record).text("longName"), "Wind");
  EXPECT_EQ(Attributes(record).numbers("gridSpacing").size(), 2u);
  EXPECT_EQ(
      numbers(folder.path / "fields/openpmd/output.it000020.h5", "/data/20/meshes/w/y", shape),
      by_link[1]);
  std::ifstream sidecar(folder.path / "fields" / "fields.xdmf");
  const std::string text{std::istreambuf_iterator<char>(sidecar), {}};
  EXPECT_THAT(text, HasSubstr("Name=\"w\" AttributeType=\"Vector\""));
  EXPECT_THAT(text, HasSubstr("Dimensions=\"1 5 6 3\""));
  EXPECT_THAT(text, HasSubstr("vectors/w.it000020.h5:/vectors/w<"));
}

TEST(FieldOutput, SaysHowMuchMemoryWritingTakes) {
  const double portion = 1 << 19;
  const Index3 plane{4000, 4000, 1};
  EXPECT_THAT(working_memory("{}", plane, {{0, 16000000}}), ElementsAre(8 * portion));
  EXPECT_THAT(working_memory("{precision: single}", plane, {{0, 16000000}}),
              ElementsAre(4 * portion));
  EXPECT_THAT(working_memory("{}", {4, 4, 4}, {{0, 64}}), ElementsAre(8.0 * 64));
  const std::vector<RankShare> four = {{0, 6000000}, {0, 9000000}, {1, 100000}, {1, 300000}};
  EXPECT_THAT(working_memory("{}", plane, four),
              ElementsAre(8 * 5 * portion, 8 * 4 * portion, 8 * (400000 + 300000.0), 8 * 300000.0));
  // Each writes, and sends to the other; without MPI the first one writes all.
  EXPECT_THAT(working_memory("{writers: 2}", plane, four),
              ElementsAre(8 * 9 * portion, 8 * 9 * portion, 8 * (400000 + 300000.0 + 100000),
                          8 * (400000 + 100000.0 + 300000)));
}

// What is compressed is written in whole chunks: 16 planes of them.
TEST(FieldOutput, NeedsMoreMemoryForThickerPortions) {
  const Index3 points{400, 400, 400};
  const std::vector<RankShare> one = {{0, 64000000}};
  EXPECT_THAT(working_memory("{}", points, one), ElementsAre(8.0 * (1 << 19)));
  EXPECT_THAT(working_memory("{compression: 1}", points, one), ElementsAre(8.0 * 16 * 400 * 400));
}

TEST(FieldOutput, SaysWhatMadeTheRunInexact) {
  const SampleFields run({4, 4, 4});
  const SampleParameters values = field_parameters("{}");
  for (const std::string losses : {"", "zfp-1e-6 on link a-b"}) {
    const ScratchFolder folder;
    on_ranks(1, [&](Transport& transport) {
      FieldOutput output;
      OutputSetup setup = run.setup(folder.path, values, "output.fields", transport);
      setup.losses = losses;
      output.open(setup);
      output.write(run.local(transport, 20)->snapshot);
      output.close();
    });
    EXPECT_EQ(lossy_attribute(folder.path / "fields/phi.it000020.h5"), losses);
  }
}

TEST(FieldOutput, SaysWhereTheRunComesFrom) {
  const SampleFields run({4, 4, 4});
  const SampleParameters values = field_parameters("{}");
  // Longer than the 64 KiB that a plain attribute may have.
  for (const std::string& provenance :
       {std::string(), "{\"a\": \"" + std::string(100000, 'b') + "\"}"}) {
    const ScratchFolder folder;
    on_ranks(1, [&](Transport& transport) {
      FieldOutput output;
      OutputSetup setup = run.setup(folder.path, values, "output.fields", transport);
      setup.provenance = provenance;
      output.open(setup);
      output.write(run.local(transport, 20)->snapshot);
      output.close();
    });
    EXPECT_EQ(Hdf5FieldReader().provenance(folder.path / "fields/phi.it000020.h5"), provenance);
    expect_values(run, 0, Hdf5FieldReader().read(folder.path / "fields/phi.it000020.h5"));
  }
}

class Shapes : public ::testing::TestWithParam<Index3> {};

TEST_P(Shapes, ComeBackAsTheyWere) {
  const SampleFields run(GetParam());
  for (const char* options : {"{}", "{compression: 4}"})
    for (int ranks : {1, 3}) {
      const ScratchFolder folder;
      write(run, folder, options, ranks);
      const FieldData phi = Hdf5FieldReader().read(folder.path / "fields/phi.it000020.h5");
      expect_values(run, 0, phi);
      expect_values(run, 1, Hdf5FieldReader().read(folder.path / "fields/pi.it000020.h5"));
      EXPECT_EQ(phi.name, "phi");
      EXPECT_EQ(phi.unit, "m");
      EXPECT_EQ(phi.iteration, 20);
      EXPECT_EQ(phi.time, 1.25);
      EXPECT_EQ(phi.origin, run.grid.origin);
      EXPECT_EQ(phi.spacing, run.grid.spacing);
      EXPECT_EQ(phi.upper, run.grid.upper);
    }
}

INSTANTIATE_TEST_SUITE_P(Dimensions, Shapes,
                         ::testing::Values(Index3{7, 5, 6}, Index3{7, 5, 1}, Index3{9, 1, 1},
                                           Index3{70, 66, 4}));

TEST(FieldOutput, CellCentredGridsKeepTheirOrigin) {
  SampleFields run({4, 4, 4});
  run.grid.centring = Centring::cell;
  for (int d = 0; d < 3; ++d) {
    run.grid.spacing[d] = 0.5;
    run.grid.origin[d] = -0.75;
  }
  run.program.grid = run.grid;
  const ScratchFolder folder;
  write(run, folder, "{}");
  EXPECT_EQ(Hdf5FieldReader().read(folder.path / "fields/phi.it000020.h5").origin, run.grid.origin);
  EXPECT_THAT(folder.text("fields/fields.xdmf"), HasSubstr("3DCoRectMesh\" Dimensions=\"5 5 5\""));
  EXPECT_THAT(folder.text("fields/fields.xdmf"), HasSubstr("Center=\"Cell\""));
}

TEST(FieldOutput, SinglePrecisionHalvesTheFile) {
  const SampleFields run({40, 40, 40});
  const ScratchFolder full, half;
  write(run, full, "{}");
  write(run, half, "{precision: single}");
  const char* name = "fields/phi.it000020.h5";
  EXPECT_LT(std::filesystem::file_size(half.path / name),
            0.55 * double(std::filesystem::file_size(full.path / name)));
  EXPECT_EQ(Hdf5FieldReader().read(half.path / name).values[3],
            double(float(run.formulas[0](3, 0, 0))));
  EXPECT_THAT(half.text("fields/fields.xdmf"), HasSubstr("Precision=\"4\" Format=\"HDF\""));
}

TEST(FieldOutput, CompressionShrinksSmoothFields) {
  const SampleFields run({40, 40, 40});
  const ScratchFolder plain, small;
  write(run, plain, "{}");
  write(run, small, "{compression: 6}");
  const char* name = "fields/phi.it000020.h5";
  EXPECT_LT(std::filesystem::file_size(small.path / name),
            std::filesystem::file_size(plain.path / name) / 2);
}

TEST(FieldOutput, FilesAreTheSameByteForByteWheneverTheyAreWritten) {
  const SampleFields run({9, 8, 7});
  const ScratchFolder a, b;
  write(run, a, "{}", 1);
  write(run, b, "{}", 3);
  EXPECT_EQ(a.text("fields/phi.it000020.h5"), b.text("fields/phi.it000020.h5"));
  EXPECT_EQ(a.text("fields/fields.xdmf"), b.text("fields/fields.xdmf"));
}

TEST(FieldOutput, TheSidecarListsTheWholeSeriesAndNothingElseIsLeft) {
  const SampleFields run({5, 5, 5});
  const ScratchFolder folder;
  write(run, folder, "{}", 1, {0, 20, 40});
  const std::string text = folder.text("fields/fields.xdmf");
  for (const char* part :
       {"<Time Value=\"0\"/>", "<Time Value=\"1.25\"/>", "<Time Value=\"2.5\"/>",
        "phi.it000020.h5:/data/20/meshes/phi<", "pi.it000040.h5:/data/40/meshes/pi<"})
    EXPECT_THAT(text, HasSubstr(part));
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path / "fields"))
    files += entry.is_regular_file();
  EXPECT_EQ(files, 7);
}

TEST(FieldOutput, AFileHasAllRecordsOfAnOutput) {
  const SampleFields run({5, 4, 3});
  const ScratchFolder folder;
  write(run, folder, "{}", 2, {0, 20});
  const std::filesystem::path file = folder.path / "fields/openpmd/output.it000020.h5";
  for (const char* name : {"phi", "pi"}) {
    const std::string dataset = std::string("/data/20/meshes/") + name;
    std::vector<hsize_t> shape;
    const std::vector<double> values = numbers(file, dataset, shape);
    EXPECT_THAT(shape, ElementsAre(3u, 4u, 5u));
    EXPECT_EQ(values, numbers(folder.path / "fields" / (std::string(name) + ".it000020.h5"),
                              dataset, shape));
  }
  const Hdf5Handle handle(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  const Hdf5Handle root(H5Gopen2(handle, "/", H5P_DEFAULT), H5Gclose);
  EXPECT_EQ(Attributes(root).text("iterationFormat"), "output.it%06T.h5");
}

TEST(FieldOutput, TwoEntriesWithTheSameFieldKeepTheirFilesApart) {
  const SampleFields run({5, 5, 5});
  const ScratchFolder folder;
  const SampleParameters values = field_parameters("[{}, {precision: single, compression: 1}]");
  on_ranks(1, [&](Transport& transport) {
    for (int instance : {0, 1}) {
      FieldOutput output;
      OutputSetup setup = run.setup(folder.path, values, "output.fields", transport);
      setup.instance = instance;
      output.open(setup);
      output.write(run.local(transport, 20)->snapshot);
      output.close();
    }
  });
  const auto value = [&](const char* file, std::size_t n) {
    return Hdf5FieldReader().read(folder.path / "fields" / file).values[n];
  };
  const double pi = run.formulas[1](3, 0, 0);
  EXPECT_EQ(value("pi.it000020.h5", 3), pi);
  EXPECT_EQ(value("pi-2.it000020.h5", 3), double(float(pi)));
  EXPECT_THAT(folder.text("fields/fields.xdmf"), HasSubstr(">pi.it000020.h5:/data/20/meshes/pi<"));
  EXPECT_THAT(folder.text("fields/fields-2.xdmf"),
              HasSubstr(">pi-2.it000020.h5:/data/20/meshes/pi<"));
  EXPECT_THAT(folder.text("fields/pi-2.it000020.h5"), HasSubstr("pi-2.it%06T.h5"));
}

TEST(FieldOutput, AFullDiskIsAnErrorOfTheEnvironmentOnAllRanks) {
  const SampleFields run({40, 40, 40});
  for (int ranks : {1, 2}) {
    const ScratchFolder folder;
    const SmallDisk disk(100000);
    try {
      write(run, folder, "{}", ranks);
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.exit_code(), exit_environment);
      EXPECT_EQ(error.problems().front().slug, "output/write-failed");
      EXPECT_THAT(error.what(), HasSubstr("File too large"));
      EXPECT_FALSE(std::filesystem::exists(folder.path / "fields/phi.it000020.h5"));
    }
  }
}

TEST(FieldOutput, AFolderThatCannotBeMadeIsAnErrorOfTheEnvironment) {
  const SampleFields run({5, 5, 5});
  const SampleParameters values = field_parameters("{}");
  on_ranks(2, [&](Transport& transport) {
    FieldOutput output;
    EXPECT_THROW(output.open(run.setup("/proc/nowhere", values, "output.fields", transport)),
                 Error);
  });
}

TEST(Hdf5FieldReader, OtherFilesAreErrors) {
  const ScratchFolder folder;
  folder.write("a.h5", "this is not an HDF5 file");
  try {
    Hdf5FieldReader().read(folder.path / "a.h5");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().front().slug, "output/unreadable");
  }
  EXPECT_THROW(Hdf5FieldReader().read(folder.path / "missing.h5"), Error);
  EXPECT_THROW(Hdf5FieldReader().provenance(folder.path / "a.h5"), Error);
}

}  // namespace
}  // namespace cardon
