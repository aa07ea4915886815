// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "cardon/thorn/version.hpp"
#include "registry/thorn_file.hpp"

namespace cardon {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// The text of the error that opening a bad thorn gives.
std::string refusal(const std::string& name) {
  const Location where{"wave.yaml", 3, 10, static_cast<int>(name.size()), "thorns: [" + name + "]"};
  try {
    open_thorn({name, TEST_THORNS "/bad/" + name + ".so"}, where);
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), exit_bad_input);
    return error.what();
  }
  return "opened";
}

TEST(ThornFile, RefusesAnotherInterface) {
  EXPECT_THAT(refusal("OldThorn"),
              AllOf(HasSubstr("thorn OldThorn does not fit this copy of Cardon"),
                    HasSubstr("[registry/thorn-version]"), HasSubstr("--> wave.yaml:3:10"),
                    HasSubstr(fmt::format("compiled for Cardon 99.0 (interface {})", abi + 1)),
                    HasSubstr("help: build the thorn again")));
}

TEST(ThornFile, RefusesTheOtherKindOfBuild) {
  EXPECT_THAT(refusal("OtherBuild"),
              AllOf(HasSubstr("[registry/thorn-version]"), HasSubstr("access checks")));
}

TEST(ThornFile, ShowsWhyTheLoaderRefused) {
  EXPECT_THAT(refusal("Unresolved"),
              AllOf(HasSubstr("thorn Unresolved cannot be loaded"),
                    HasSubstr("[registry/thorn-broken]"), HasSubstr("function_that_nobody_has")));
  EXPECT_THAT(refusal("Garbage"),
              AllOf(HasSubstr("[registry/thorn-broken]"), HasSubstr("Garbage.so")));
}

TEST(ThornFile, SaysWhatASourceWithAnotherNameMustSay) {
  EXPECT_THAT(refusal("Undeclared"),
              AllOf(HasSubstr("[registry/thorn-broken]"), HasSubstr("CARDON_THORN(Undeclared)"),
                    HasSubstr("bind(C, name=\"cardon_declare_Undeclared\")")));
}

TEST(ThornFile, RefusesWhatIsNoThorn) {
  EXPECT_THAT(refusal("NoThorn"), HasSubstr("it has no symbol cardon_thorn_entry"));
}

TEST(ThornFile, RefusesAThornOfAnotherName) {
  EXPECT_THAT(refusal("Misnamed"), AllOf(HasSubstr("it holds thorn Elsewhere"),
                                         HasSubstr("cardon_thorn(Misnamed ...)")));
}

TEST(ThornFile, ListsAllContradictionsAtOnce) {
  EXPECT_THAT(
      refusal("Contradiction"),
      AllOf(HasSubstr("[registry/declaration]"), HasSubstr("it has no summary"),
            HasSubstr("field 'two words' is no identifier"),
            HasSubstr("field phi is declared twice"), HasSubstr("field silent has no description"),
            HasSubstr("task start has no function"),
            HasSubstr("field swift has the unknown unit 'furlong/s'"),
            HasSubstr("parameter weight has the unknown unit 'Kkg'; did you mean kg?")));
}

TEST(ThornFile, OpensTheSameThornTwice) {
  const ThornFile beta{"Beta", TEST_THORNS "/good/thorns/Arrangement/Beta.so"};
  EXPECT_EQ(open_thorn(beta).fields.size(), 1u);
  EXPECT_EQ(open_thorn(beta).fields.size(), 1u);
}

}  // namespace
}  // namespace cardon
