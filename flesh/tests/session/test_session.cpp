// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>

#include "session/session.hpp"

namespace cardon {
namespace {

/// Variables of the environment, as they were again at the end; an empty value: not set.
class Environment {
 public:
  Environment(std::initializer_list<std::pair<std::string, std::string>> values) {
    for (const auto& [name, value] : values) {
      const char* before = std::getenv(name.c_str());
      before_[name] = before ? before : "";
      put(name, value);
    }
  }
  ~Environment() {
    for (const auto& [name, value] : before_) put(name, value);
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  static void put(const std::string& name, const std::string& value) {
    if (value.empty())
      unsetenv(name.c_str());
    else
      setenv(name.c_str(), value.c_str(), 1);
  }
  std::map<std::string, std::string> before_;
};

TEST(Session, AsksTheLauncherForTheNumberOfProcesses) {
  const Environment launched{{"PMIX_NAMESPACE", "job"}, {"PMIX_RANK", "2"}, {"PMI_SIZE", ""}};
  EXPECT_EQ(launch_rank(), 2);
  for (const char* name : {"ONE_COMM_WORLD_SIZE", "OTHER_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const Environment said{{name, "5"}};
    EXPECT_EQ(launch_size(), 5) << name;
  }
  EXPECT_EQ(launch_size(), 1);
}

TEST(Session, VariablesThatAreLeftOverAreNoLauncher) {
  const Environment left{{"PMIX_NAMESPACE", ""},
                         {"PMIX_RANK", ""},
                         {"PMI_SIZE", ""},
                         {"PMI_PORT", ""},
                         {"PMI_FD", ""},
                         {"PMI_RANK", "1"},
                         {"ONE_COMM_WORLD_SIZE", "5"}};
  EXPECT_FALSE(is_launched());
  EXPECT_EQ(launch_size(), 1);
  EXPECT_EQ(launch_rank(), 0);
}

}  // namespace
}  // namespace cardon
