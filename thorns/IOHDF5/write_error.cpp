// SPDX-License-Identifier: Apache-2.0
#include "write_error.hpp"

#include "cardon/error.hpp"

namespace cardon {

void fail_to_write(const std::filesystem::path& file, const std::string& reason) {
  Problem problem;
  problem.slug = "output/write-failed";
  problem.message = "cannot write " + file.string() + ": " + reason;
  problem.help =
      "check the free space and the permissions there, or choose another folder with --out";
  throw Error(std::move(problem), exit_environment);
}

}  // namespace cardon
