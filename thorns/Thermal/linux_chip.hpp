// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "chip.hpp"

namespace cardon {

/// A processor package as Linux shows it: temperatures by hwmon, frequency limits by cpufreq,
/// energy by RAPL. What may not be read or written counts as not there.
class LinuxChip final : public Chip {
 public:
  /// The files of one package. Whatever has no file is left out.
  struct Files {
    std::vector<std::filesystem::path> temperatures;  ///< in 1/1000 degC
    std::vector<std::filesystem::path> limits;        ///< scaling_max_freq in kHz, one per policy
    std::filesystem::path energy;                     ///< in 1e-6 J
    double energy_range = 0;                          ///< 1e-6 J at which it begins at 0 again
  };
  /// All packages of this computer that have a sensor. `sysfs`: where the kernel shows devices.
  static std::vector<std::unique_ptr<LinuxChip>> all(const std::filesystem::path& sysfs);

  explicit LinuxChip(Files files);
  LinuxChip(const LinuxChip&) = delete;
  LinuxChip& operator=(const LinuxChip&) = delete;
  /// Sets the limits that it found.
  ~LinuxChip() override;

  std::vector<double> temperatures() override;
  /// Those of its first cores, none above the limit that it found. Other cores may have others; all
  /// have the same step.
  const std::vector<double>& frequencies() const override { return frequencies_; }
  bool limit_to(std::size_t step) override;
  bool was_limited() const override;
  std::optional<double> energy() override;

 private:
  /// Cores with one limit.
  struct Cores {
    std::filesystem::path file;
    std::string found;
    std::vector<double> frequencies;
    bool limited = false;  // when found
  };
  static Cores cores_of(const std::filesystem::path& file);

  Files files_;
  std::vector<Cores> cores_;
  std::vector<double> frequencies_;
  bool changed_ = false;
  double joules_ = 0, counter_ = -1;
};

}  // namespace cardon
