// SPDX-License-Identifier: Apache-2.0
// Several sites write, and what they write is read as one.
#include <gmock/gmock.h>

#include <cardon/thorn/error.hpp>

#include "field_output.hpp"
#include "field_parameters.hpp"
#include "hdf5_field_reader.hpp"
#include "support/local_transport.hpp"
#include "support/sample_sites.hpp"
#include "support/watched_transport.hpp"

namespace cardon {
namespace {

using ::testing::HasSubstr;

void write(const SampleFields& run, const std::filesystem::path& folder, int ranks, int sites,
           const std::string& options = "{}", const std::string& provenance = "{}") {
  const SampleParameters values = field_parameters(options);
  on_ranks(ranks, [&](Transport& all) {
    SampleSites own(all, sites);
    FieldOutput output;
    OutputSetup setup = run.setup(folder, values, "output.fields", all);
    setup.provenance = provenance;
    own.describe(setup);
    output.open(setup);
    const auto local = run.local(all, 20);
    own.describe(local->snapshot);
    output.write(local->snapshot);
    output.close();
  });
}

std::string reading(const std::filesystem::path& file) {
  try {
    Hdf5FieldReader().read(file);
    return "";
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().front().slug, "output/unreadable");
    return error.what();
  }
}

std::vector<std::filesystem::path> parts_in(const ScratchFolder& folder, const char* file) {
  std::vector<std::filesystem::path> places;
  for (const FieldFilePart& part : Hdf5FieldReader().parts(folder.path / "fields" / file))
    places.push_back(folder.path / "fields" / part.file);
  return places;
}

class Layouts : public ::testing::TestWithParam<std::tuple<Index3, std::string>> {};

TEST_P(Layouts, AnIndexReadsAsTheFileOfOneSite) {
  const auto& [points, options] = GetParam();
  const SampleFields run(points);
  const ScratchFolder one, several;
  write(run, one.path, 1, 1, options);
  write(run, several.path, 4, 3, options);
  for (const char* file : {"phi.it000020.h5", "pi.it000020.h5"}) {
    const FieldData a = Hdf5FieldReader().read(one.path / "fields" / file);
    const FieldData b = Hdf5FieldReader().read(several.path / "fields" / file);
    EXPECT_EQ(a.values, b.values);
    EXPECT_EQ(a.points, b.points);
    EXPECT_EQ(a.origin, b.origin);
    EXPECT_EQ(a.time, b.time);
  }
  EXPECT_EQ(one.text("fields/fields.xdmf"), several.text("fields/fields.xdmf"));
}

TEST_P(Layouts, AGatheredFileIsThatOfOneSite) {
  const auto& [points, options] = GetParam();
  const SampleFields run(points);
  const ScratchFolder one, several;
  write(run, one.path, 1, 1, options);
  write(run, several.path, 4, 2, options);
  const char* file = "phi.it000020.h5";
  const std::filesystem::path target = several.path / "whole.h5";
  Hdf5FieldReader().gather(several.path / "fields" / file, parts_in(several, file), target);
  EXPECT_TRUE(Hdf5FieldReader().parts(target).empty());
  EXPECT_EQ(Hdf5FieldReader().provenance(target), "{}");
  const FieldData a = Hdf5FieldReader().read(one.path / "fields" / file);
  const FieldData b = Hdf5FieldReader().read(target);
  EXPECT_EQ(a.values, b.values);
  EXPECT_EQ(a.unit, b.unit);
  EXPECT_EQ(a.spacing, b.spacing);
  EXPECT_EQ(std::filesystem::file_size(one.path / "fields" / file),
            std::filesystem::file_size(target));
}

INSTANTIATE_TEST_SUITE_P(Options, Layouts,
                         ::testing::Combine(::testing::Values(Index3{7, 5, 9}, Index3{70, 8, 1},
                                                              Index3{13, 1, 1}, Index3{66, 70, 40}),
                                            ::testing::Values("{}", "{compression: 4}",
                                                              "{precision: single}")));

TEST(SitesOfFields, AFileOfASiteKnowsItsPlace) {
  const SampleFields run({7, 5, 8});
  const ScratchFolder folder;
  write(run, folder.path, 4, 2);
  const FieldData part = Hdf5FieldReader().read(folder.path / "fields/phi.it000020.b.h5");
  EXPECT_EQ(part.points, (Index3{7, 5, 4}));
  EXPECT_EQ(part.origin.z, run.grid.coordinate(2, 4));
  EXPECT_EQ(part.upper, run.grid.upper);
  EXPECT_EQ(part.values.front(), run.formulas[0](0, 0, 4));
  EXPECT_THAT(folder.text("fields/phi.it000020.b.h5"), HasSubstr("phi.it%06T.b.h5"));
}

TEST(SitesOfFields, NothingLeavesASite) {
  const SampleFields run({7, 5, 8});
  const ScratchFolder folder;
  const SampleParameters values = field_parameters("{compression: 1}");
  on_ranks(4, [&](Transport& all) {
    WatchedTransport watched(all);
    SampleSites own(watched, 2);
    FieldOutput output;
    OutputSetup setup = run.setup(folder.path, values, "output.fields", watched);
    own.describe(setup);
    output.open(setup);
    const auto local = run.local(watched, 20);
    own.describe(local->snapshot);
    output.write(local->snapshot);
    output.close();
    EXPECT_EQ(watched.gathered, 0);
    for (const auto& [rank, bytes] : watched.sent)
      EXPECT_EQ(rank / 2, all.rank() / 2) << bytes << " bytes sent to another site";
    EXPECT_EQ(watched.sent.size(), 1U) << "what the other rank of the site has to know";
  });
}

TEST(SitesOfFields, AMissingFileIsNamedWithItsSite) {
  const SampleFields run({5, 5, 5});
  const ScratchFolder folder;
  write(run, folder.path, 2, 2);
  std::filesystem::remove(folder.path / "fields/phi.it000020.b.h5");
  const std::string text = reading(folder.path / "fields/phi.it000020.h5");
  EXPECT_THAT(text, HasSubstr("phi.it000020.h5 lacks the values of site b"));
  EXPECT_THAT(text, HasSubstr("phi.it000020.b.h5 does not exist"));
  EXPECT_THAT(text, HasSubstr("cardon gather"));
}

TEST(SitesOfFields, ADamagedFileOrThatOfAnotherRunIsNamed) {
  const SampleFields run({5, 5, 5});
  const ScratchFolder folder, other, coarse;
  write(run, folder.path, 2, 2);
  write(run, other.path, 2, 2, "{}", "{\"run_id\": 2}");
  write(SampleFields({5, 5, 4}), coarse.path, 2, 2);
  const auto index = folder.path / "fields/phi.it000020.h5",
             part = folder.path / "fields/phi.it000020.b.h5";
  const auto options = std::filesystem::copy_options::overwrite_existing;
  std::filesystem::copy_file(other.path / "fields/phi.it000020.b.h5", part, options);
  EXPECT_THAT(reading(index), HasSubstr("b.h5 is of another run"));
  std::filesystem::copy_file(coarse.path / "fields/phi.it000020.b.h5", part, options);
  EXPECT_THAT(reading(index), HasSubstr("it has other points"));
  folder.write("fields/phi.it000020.b.h5", "this is not an HDF5 file");
  EXPECT_THAT(reading(index), HasSubstr("b.h5 is not a field file of Cardon"));
  EXPECT_THROW(Hdf5FieldReader().gather(index, parts_in(folder, "phi.it000020.h5"),
                                        folder.path / "whole.h5"),
               Error);
  EXPECT_FALSE(std::filesystem::exists(folder.path / "whole.h5"));
}

// A site whose storage fails is alone with that; the next output is as if nothing had happened.
TEST(SitesOfFields, AFailureStaysInItsSite) {
  const SampleFields run({5, 5, 6});
  const ScratchFolder folder, full;
  const SampleParameters values = field_parameters("{}");
  on_ranks(4, [&](Transport& all) {
    SampleSites own(all, 2);
    FieldOutput output;
    OutputSetup setup =
        run.setup(own.own() == 1 ? full.path : folder.path, values, "output.fields", all);
    own.describe(setup);
    output.open(setup);
    const auto write = [&](long iteration) {
      const auto local = run.local(all, iteration);
      own.describe(local->snapshot);
      output.write(local->snapshot);
    };
    const std::filesystem::path fields = full.path / "fields", aside = full.path / "aside";
    if (own.own() == 1) {
      if (own.transport().rank() == 0) {
        std::filesystem::rename(fields, aside);
        full.write("fields", "no folder");
      }
      own.transport().all_gather({});
      EXPECT_THROW(write(20), Error);
      own.transport().all_gather({});
      if (own.transport().rank() == 0) {
        std::filesystem::remove(fields);
        std::filesystem::rename(aside, fields);
      }
      own.transport().all_gather({});
    } else {
      write(20);
    }
    write(40);
    output.close();
  });
  EXPECT_TRUE(std::filesystem::exists(folder.path / "fields/phi.it000020.h5"));
  EXPECT_FALSE(std::filesystem::exists(full.path / "fields/phi.it000020.b.h5"));
  EXPECT_TRUE(std::filesystem::exists(full.path / "fields/phi.it000040.b.h5"));
  for (const auto& entry : std::filesystem::directory_iterator(full.path / "fields"))
    EXPECT_NE(entry.path().extension(), ".part");
}

}  // namespace
}  // namespace cardon
