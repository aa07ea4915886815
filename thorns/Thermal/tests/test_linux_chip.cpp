// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "linux_chip.hpp"
#include "support/scratch_folder.hpp"

namespace cardon {
namespace {

using Numbers = std::vector<double>;

/// What Linux shows of a computer.
struct Host : ScratchFolder {
  void core(int number, int package, bool policy = true) const {
    const std::string cpu = "devices/system/cpu/cpu" + std::to_string(number);
    write(cpu + "/topology/physical_package_id", std::to_string(package) + "\n");
    const std::string folder = "devices/system/cpu/cpufreq/policy" + std::to_string(number);
    if (!policy) return;
    write(folder + "/scaling_max_freq", "2530000\n");
    write(folder + "/cpuinfo_min_freq", "1600000\n");
    write(folder + "/cpuinfo_max_freq", "2530000\n");
  }
  void sensor(int device, const std::string& name, int number, const std::string& label,
              int thousandths) const {
    const std::string folder = "class/hwmon/hwmon" + std::to_string(device);
    const std::string file = folder + "/temp" + std::to_string(number);
    write(folder + "/name", name + "\n");
    write(file + "_input", std::to_string(thousandths) + "\n");
    write(file + "_label", label + "\n");
  }
  std::string limit(int policy) const {
    return text("devices/system/cpu/cpufreq/policy" + std::to_string(policy) + "/scaling_max_freq");
  }
};

TEST(LinuxChip, HasTheSensorsAndCoresOfItsPackage) {
  Host host;
  for (const int core : {0, 1, 2, 3}) host.core(core, core % 2);
  host.sensor(1, "nvme", 1, "Composite", 99000);
  host.sensor(10, "coretemp", 1, "Package id 0", 51000);
  host.sensor(10, "coretemp", 2, "Core 0", 50500);
  host.sensor(2, "coretemp", 1, "Package id 1", 61000);
  auto chips = LinuxChip::all(host.path);
  ASSERT_EQ(chips.size(), 2u);
  EXPECT_EQ(chips[0]->temperatures(), (Numbers{51, 50.5}));
  EXPECT_EQ(chips[1]->temperatures(), (Numbers{61}));
  ASSERT_EQ(chips[1]->frequencies().size(), 8u);
  EXPECT_FALSE(chips[1]->was_limited());
  EXPECT_EQ(chips[1]->frequencies().front(), 1.6e9);
  EXPECT_EQ(chips[1]->frequencies().back(), 2.53e9);
  EXPECT_TRUE(chips[1]->limit_to(0));
  EXPECT_EQ(host.limit(1), "1600000\n");
  EXPECT_EQ(host.limit(3), host.limit(1));
  EXPECT_EQ(host.limit(0), "2530000\n");
}

TEST(LinuxChip, GivesBackTheLimitsThatItFound) {
  Host host;
  host.core(0, 0);
  host.write("devices/system/cpu/cpufreq/policy0/scaling_max_freq", "2100000\n");
  host.write("devices/system/cpu/cpufreq/policy0/scaling_available_frequencies",
             "2530000 2000000 1600000 \n");
  host.sensor(0, "k10temp", 1, "Tctl", 70000);
  host.sensor(0, "k10temp", 3, "Tccd1", 50250);
  {
    auto chips = LinuxChip::all(host.path);
    ASSERT_EQ(chips.size(), 1u);
    EXPECT_EQ(chips[0]->temperatures(), (Numbers{50.25})) << "Tctl may be shifted";
    EXPECT_TRUE(chips[0]->was_limited());
    EXPECT_EQ(chips[0]->frequencies(), (Numbers{1.6e9, 2e9, 2.1e9})) << "somebody chose 2.1";
    chips[0]->limit_to(1);
    EXPECT_EQ(host.limit(0), "2000000\n");
  }
  EXPECT_EQ(host.limit(0), "2100000\n");
}

TEST(LinuxChip, CoresOfOtherKindsHaveTheSameStep) {
  Host host;
  host.core(0, 0);
  host.core(1, 0);
  const std::string slow = "devices/system/cpu/cpufreq/policy1/";
  host.write(slow + "scaling_available_frequencies", "500000 1000000 1500000\n");
  host.write(slow + "scaling_max_freq", "1500000\n");
  host.sensor(0, "coretemp", 1, "Package id 0", 40000);
  auto chips = LinuxChip::all(host.path);
  ASSERT_EQ(chips.size(), 1u);
  chips[0]->limit_to(7);
  EXPECT_EQ(host.limit(1), "1500000\n");
  chips[0]->limit_to(4);
  EXPECT_EQ(host.limit(1), "1000000\n");
  chips[0]->limit_to(0);
  EXPECT_EQ(host.limit(1), "500000\n");
}

TEST(LinuxChip, SaysWhereALimitCouldNotBeSet) {
  Host host;
  host.core(0, 0);
  host.sensor(0, "coretemp", 1, "Package id 0", 40000);
  auto chips = LinuxChip::all(host.path);
  ASSERT_EQ(chips.size(), 1u);
  std::filesystem::remove_all(host.path / "devices/system/cpu/cpufreq/policy0");
  EXPECT_FALSE(chips[0]->limit_to(0));
}

TEST(LinuxChip, HasOneFrequencyWhereSomebodyChoseTheLowest) {
  Host host;
  host.core(0, 0);
  host.write("devices/system/cpu/cpufreq/policy0/scaling_max_freq", "1600000\n");
  host.sensor(0, "coretemp", 1, "Package id 0", 40000);
  auto chips = LinuxChip::all(host.path);
  ASSERT_EQ(chips.size(), 1u);
  EXPECT_EQ(chips[0]->frequencies(), (Numbers{1.6e9}));
  EXPECT_TRUE(chips[0]->was_limited());
  EXPECT_TRUE(chips[0]->limit_to(0));
  EXPECT_EQ(host.limit(0), "1600000\n");
}

TEST(LinuxChip, OneChipStandsForAllWhereSensorsAndPackagesDoNotMatch) {
  Host host;
  host.core(0, 0);
  host.core(1, 1);
  host.sensor(0, "cpu_thermal", 1, "", 40000);
  auto chips = LinuxChip::all(host.path);
  ASSERT_EQ(chips.size(), 1u);
  chips[0]->limit_to(0);
  EXPECT_EQ(host.limit(0), "1600000\n");
  EXPECT_EQ(host.limit(1), "1600000\n");
}

TEST(LinuxChip, WithoutFrequenciesOrEnergyIsRead) {
  Host host;
  host.core(0, 0, false);
  host.sensor(0, "coretemp", 1, "Package id 0", 40000);
  auto chips = LinuxChip::all(host.path);
  ASSERT_EQ(chips.size(), 1u);
  EXPECT_TRUE(chips[0]->frequencies().empty());
  EXPECT_FALSE(chips[0]->energy());
  std::filesystem::remove(host.path / "class/hwmon/hwmon0/temp1_input");
  EXPECT_TRUE(chips[0]->temperatures().empty());
}

TEST(LinuxChip, ThereIsNoneWithoutSensors) {
  Host host;
  host.core(0, 0);
  host.sensor(0, "nvme", 1, "Composite", 99000);
  EXPECT_TRUE(LinuxChip::all(host.path).empty());
  EXPECT_TRUE(LinuxChip::all(host.path / "missing").empty());
}

TEST(LinuxChip, CountsEnergyThroughTheEndOfItsCounter) {
  Host host;
  host.core(0, 0);
  host.sensor(0, "coretemp", 1, "Package id 0", 40000);
  const std::string zone = "class/powercap/intel-rapl:0/";
  host.write(zone + "name", "package-0\n");
  host.write(zone + "max_energy_range_uj", "1000000000\n");
  host.write(zone + "energy_uj", "999000000\n");
  auto chips = LinuxChip::all(host.path);
  ASSERT_EQ(chips.size(), 1u);
  EXPECT_EQ(chips[0]->energy(), 0);
  host.write(zone + "energy_uj", "2000000\n");
  EXPECT_DOUBLE_EQ(chips[0]->energy().value_or(-1), 3);
}

}  // namespace
}  // namespace cardon
