// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/thorn/error.hpp>
#include <fstream>

#include "attributes.hpp"
#include "checkpoint_layout.hpp"
#include "hdf5_handle.hpp"
#include "support/scratch_folder.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Values written at the places that the layout tells are what HDF5 finds in the datasets.
TEST(CheckpointLayout, TellsWhereHdf5KeepsTheValues) {
  const ScratchFolder folder;
  const std::filesystem::path path = folder.path / "a-0.h5";
  const std::vector<CheckpointPiece> pieces = {{"Wave::phi", 0, 3, {{-1, 0, 2}, {2, 2, 4}}},
                                               {"Wave::phi", 1, 3, {{-1, 0, 2}, {2, 2, 4}}},
                                               {"Wave::pi", 0, 12, {{0, 0, 0}, {40, 30, 20}}}};
  CheckpointLayout layout;
  const std::vector<std::uint64_t> offsets = layout.lay_out(path, {200, 0.5, 0.25, 3}, pieces);
  ASSERT_EQ(offsets.size(), 3U);
  {
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    for (std::size_t n = 0; n < pieces.size(); ++n) {
      const std::vector<double> values(std::size_t(pieces[n].box.points()), 7.5 + double(n));
      file.seekp(std::streamoff(offsets[n]));
      file.write(reinterpret_cast<const char*>(values.data()),
                 std::streamsize(values.size() * sizeof(double)));
    }
  }
  const Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  const char* const names[] = {"/Wave::phi/level 0/block 3", "/Wave::phi/level 1/block 3",
                               "/Wave::pi/level 0/block 12"};
  for (std::size_t n = 0; n < pieces.size(); ++n) {
    const Hdf5Handle dataset(H5Dopen2(file, names[n], H5P_DEFAULT), H5Dclose);
    const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
    hsize_t size[3] = {};
    H5Sget_simple_extent_dims(space, size, nullptr);
    EXPECT_THAT(size, ElementsAre(pieces[n].box.extent(2), pieces[n].box.extent(1),
                                  pieces[n].box.extent(0)));
    std::vector<double> values(std::size_t(pieces[n].box.points()));
    H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    EXPECT_THAT(values, ::testing::Each(7.5 + double(n)));
    EXPECT_EQ(Attributes(dataset).numbers("lower")[2], pieces[n].box.lo[0]);
    EXPECT_EQ(Attributes(dataset).numbers("upper")[0], pieces[n].box.hi[2]);
  }
  EXPECT_EQ(Attributes(file).numbers("iteration")[0], 200);
}

TEST(CheckpointLayout, SaysWhyAFileCannotBeMade) {
  CheckpointLayout layout;
  try {
    layout.lay_out("/nowhere/a-0.h5", {}, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().front().slug, "checkpoint/not-written");
    EXPECT_EQ(error.exit_code(), exit_environment);
    EXPECT_THAT(error.what(), HasSubstr("No such file or directory"));
  }
}

}  // namespace
}  // namespace cardon
