// SPDX-License-Identifier: Apache-2.0
// SHA-256 of files, by values of FIPS 180-4, through the module that runs load.
#include <gtest/gtest.h>

#include "../support/scratch_folder.hpp"
#include "files/lazy_function.hpp"
#include "modules/file_digest.hpp"

namespace cardon {
namespace {

class FileDigest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_NE(module.address, nullptr) << module.reason; }
  std::string of(const std::filesystem::path& file) const {
    std::string digest = "left from before";
    reinterpret_cast<decltype(&cardon_file_digest)>(module.address)(file, digest);
    return digest;
  }
  std::string of_text(const std::string& text) const {
    scratch.write("file", text);
    return of(scratch.path / "file");
  }

  ScratchFolder scratch;
  LazyFunction module = lazy_function("FileDigest", "cardon_file_digest");
};

TEST_F(FileDigest, IsThatOfTheStandard) {
  EXPECT_EQ(of_text(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(of_text("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_F(FileDigest, CountsEveryByteOfFilesReadInSeveralParts) {
  EXPECT_EQ(of_text(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  const std::string part(1 << 18, 'x');  // a part that is full, and one byte more
  EXPECT_NE(of_text(part), of_text(part + "x"));
  EXPECT_NE(of_text(part + "x"), of_text(part + "y"));
}

TEST_F(FileDigest, IsEmptyWhereThereIsNothingToRead) {
  EXPECT_EQ(of(scratch.path / "missing"), "");
}

}  // namespace
}  // namespace cardon
