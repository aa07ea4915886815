// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cardon/services/output.hpp>
#include <cardon/thorn/version.hpp>
#include <csignal>
#include <thread>

#include "../support/scratch_folder.hpp"
#include "registry/thorn_file.hpp"

namespace cardon {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// The text of the error that opening a bad thorn gives.
std::string refusal(const std::string& name) {
  const Location where{"wave.yaml", 3, 10, int(name.size()), "thorns: [" + name + "]"};
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

ThornDeclaration lazy_thorn(const std::string& name) {
  return open_thorn({name, TEST_THORNS "/lazy/services/" + name + ".so", true});
}

std::string refusal_to_make(const ServiceDeclaration& service) {
  try {
    service.make();
  } catch (const Error& error) {
    return error.what();
  }
  return "made";
}

// Copies of its own: what other tests load stays loaded.
TEST(ThornFile, LoadsALazyModuleWhenAServiceIsMade) {
  const ScratchFolder folder;
  for (const char* const name : {"Idle.so", "Idle.lazy.so"})
    std::filesystem::copy(std::filesystem::path(TEST_THORNS "/lazy/services") / name,
                          folder.path / name);
  const ThornDeclaration idle = open_thorn({"Idle", folder.path / "Idle.so", true});
  ASSERT_EQ(idle.services.size(), 2u);
  EXPECT_EQ(idle.services[0].section, "output.idle");
  const std::filesystem::path module = folder.path / "Idle.lazy.so";
  EXPECT_EQ(lazy_module(folder.path / "Idle.so"), module);
  EXPECT_EQ(dlopen(module.c_str(), RTLD_NOW | RTLD_NOLOAD), nullptr);
  const auto output = std::static_pointer_cast<Output>(idle.services[0].make());
  EXPECT_EQ(output->bytes_written(), 42u);
  EXPECT_NE(dlopen(module.c_str(), RTLD_NOW | RTLD_NOLOAD), nullptr);
}

// Ranks that are threads make their services at the same time; the handlers of a load are the
// process's.
TEST(ThornFile, LoadsOnManyThreadsLeaveTheHandlersAsTheyWere) {
  const ThornDeclaration idle = lazy_thorn("Idle");
  struct sigaction before {
  }, after{};
  sigaction(SIGSEGV, nullptr, &before);
  const std::terminate_handler terminate_before = std::get_terminate();
  std::vector<std::thread> threads;
  for (int n = 0; n < 8; ++n)
    threads.emplace_back([&] {
      for (int round = 0; round < 20; ++round) {
        lazy_thorn("Idle");
        EXPECT_NE(idle.services[0].make(), nullptr);
      }
    });
  for (std::thread& thread : threads) thread.join();
  sigaction(SIGSEGV, nullptr, &after);
  EXPECT_EQ(after.sa_handler, before.sa_handler);
  EXPECT_EQ(std::get_terminate(), terminate_before);
}

TEST(ThornFile, SaysWhatALazyModuleHasNot) {
  EXPECT_THAT(refusal_to_make(lazy_thorn("Idle").services[1]),
              AllOf(HasSubstr("thorn Idle cannot be loaded"), HasSubstr("[registry/thorn-broken]"),
                    HasSubstr("it has no output forgotten"), HasSubstr("CARDON_LAZY_SERVICES")));
  EXPECT_THAT(refusal_to_make(lazy_thorn("Bereft").services[0]),
              AllOf(HasSubstr("[registry/thorn-broken]"), HasSubstr("Bereft.lazy.so")));
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
            HasSubstr("field 'two words' is not an identifier"),
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
