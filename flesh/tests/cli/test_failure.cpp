// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/thorn/error.hpp>
#include <filesystem>
#include <new>

#include "failure.hpp"

namespace cardon::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

struct Ended {
  int code;
  std::string text;  // on stderr
};

template <class Thrown>
Ended after(const Thrown& thrown) {
  testing::internal::CaptureStderr();
  const int code = guarded([&]() -> int { throw thrown; });
  return {code, testing::internal::GetCapturedStderr()};
}

TEST(Guarded, ReturnsTheExitCodeOfTheVerb) {
  EXPECT_EQ(guarded([] { return 0; }), 0);
  EXPECT_EQ(guarded([] { return 75; }), 75);
}

TEST(Guarded, PrintsErrorsAndReturnsTheirCodes) {
  const Ended input = after(Error(Problem{.slug = "a/b", .message = "no such thing"}));
  EXPECT_EQ(input.code, exit_bad_input);
  EXPECT_THAT(input.text, AllOf(StartsWith("error: no such thing "), HasSubstr("[a/b]\n"),
                                HasSubstr("1 error; nothing was run.")));
  const Ended later = after(Error(Problem{.slug = "a/b", .message = "full"}, exit_environment));
  EXPECT_EQ(later.code, exit_environment);
  EXPECT_THAT(later.text, HasSubstr("the run was stopped."));
}

TEST(Guarded, TheSystemAndMemoryAreNoBugs) {
  const auto denied = std::make_error_code(std::errc::permission_denied);
  const Ended file = after(std::filesystem::filesystem_error("open", "/some/where", denied));
  EXPECT_EQ(file.code, exit_environment);
  EXPECT_THAT(file.text, HasSubstr("the system cannot use /some/where: Permission denied"));
  const auto again = std::make_error_code(std::errc::resource_unavailable_try_again);
  EXPECT_THAT(after(std::system_error(again)).text, HasSubstr("cannot create another thread"));
  EXPECT_EQ(after(std::bad_alloc()).code, exit_environment);
}

TEST(Guarded, WhatNobodyForesawIsABug) {
  const Ended bug = after(Bug("a field without role"));
  EXPECT_EQ(bug.code, exit_bug);
  EXPECT_THAT(bug.text, AllOf(HasSubstr("this is a bug in Cardon: a field without role"),
                              HasSubstr("please report it")));
  EXPECT_EQ(after(std::logic_error("odd")).code, exit_bug);
}

}  // namespace
}  // namespace cardon::cli
