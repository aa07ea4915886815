// SPDX-License-Identifier: Apache-2.0
// Which files of Linux belong to which processor package.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "linux_chip.hpp"

namespace cardon {

/// The first line of a file; empty if it cannot be read.
std::string read_line(const std::filesystem::path& file);
/// The number that a file holds; nothing if it cannot be read or holds something else.
std::optional<double> read_number(const std::filesystem::path& file);

/// One entry for each package that has a sensor, in the order of their numbers. Sensors of Intel
/// (coretemp), AMD (k10temp, zenpower) and Arm (cpu_thermal) are known. Those of Intel name their
/// package. Of others, the n-th sensor device belongs to the n-th package; where there are not as
/// many of both, all are one entry.
std::vector<LinuxChip::Files> find_packages(const std::filesystem::path& sysfs);

}  // namespace cardon
