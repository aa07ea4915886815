// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <numeric>
#include <vector>

#include "attributes.hpp"
#include "support/scratch_folder.hpp"
#include "written_file.hpp"

namespace cardon {
namespace {

// Files of this process end at a size: what comes after that cannot be written.
class SizeLimit {
 public:
  explicit SizeLimit(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  SizeLimit(const SizeLimit&) = delete;
  SizeLimit& operator=(const SizeLimit&) = delete;
  ~SizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int) = SIG_DFL;
};

constexpr hsize_t count = 20000;  // values of 8 bytes

// Groups, attributes and values.
template <class File>
void fill(File& file) {
  Attributes(file).set("title", std::string(300, 't'));
  for (const char* name : {"one", "two", "three"}) {
    const Hdf5Handle group(H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    Hdf5Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
    Hdf5Handle list(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    hdf5_check(H5Pset_obj_track_times(list, false));
    Hdf5Handle dataset(
        H5Dcreate2(group, "values", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, list, H5P_DEFAULT),
        H5Dclose);
    std::vector<double> values(count);
    std::iota(values.begin(), values.end(), 0.5);
    hdf5_check(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  }
  file.close();
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(WrittenFile, HasTheBytesOfHdf5sOwnDriver) {
  hdf5_start();
  const ScratchFolder folder;
  WrittenFile here(folder.path / "a.h5");
  fill(here);
  Hdf5Handle own(H5Fcreate((folder.path / "b.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
                 H5Fclose);
  fill(own);
  const std::string bytes = bytes_of(folder.path / "a.h5");
  EXPECT_GT(bytes.size(), 3 * count * 8);
  EXPECT_TRUE(bytes == bytes_of(folder.path / "b.h5"));
}

TEST(WrittenFile, SaysWhyItCannotBeMade) {
  hdf5_start();
  try {
    WrittenFile("/nowhere/a.h5");
    FAIL();
  } catch (const Hdf5Failure& failure) {
    EXPECT_EQ(failure.reason, "No such file or directory");
  }
}

// Wherever writing fails, in values, in what describes them or in closing.
TEST(WrittenFile, IsClosedWhereItCannotBeWritten) {
  hdf5_start();
  const ScratchFolder folder;
  for (const rlim_t limit : {0, 50, 700, 2000, 3000, 5000, 100000, 170000, 300000, 480000}) {
    const SizeLimit limited(limit);
    try {
      WrittenFile file(folder.path / "a.h5");
      fill(file);
      ADD_FAILURE() << limit;
    } catch (const Hdf5Failure& failure) {
      EXPECT_EQ(failure.reason, "File too large") << limit;
    }
    EXPECT_EQ(H5Fget_obj_count(hid_t(H5F_OBJ_ALL), H5F_OBJ_ALL), 0) << limit;
  }
  WrittenFile file(folder.path / "a.h5");
  fill(file);
}

}  // namespace
}  // namespace cardon
