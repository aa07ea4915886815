// SPDX-License-Identifier: Apache-2.0
#include "linux_chip.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "package_files.hpp"

namespace cardon {
namespace {

// Where the driver of the processor lists no frequencies, any value between its two ends is valid.
constexpr int made_up_frequencies = 8;
constexpr double hz_per_khz = 1000;

std::vector<double> listed_frequencies(const std::filesystem::path& policy) {
  std::ifstream in(policy / "scaling_available_frequencies");
  std::vector<double> found;
  for (double khz = 0; in >> khz;) found.push_back(khz * hz_per_khz);
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<double> frequencies_of(const std::filesystem::path& policy) {
  std::vector<double> found = listed_frequencies(policy);
  if (!found.empty()) return found;
  const auto min = read_number(policy / "cpuinfo_min_freq"),
             max = read_number(policy / "cpuinfo_max_freq");
  if (!min || !max || !(*max > *min)) return {};
  for (int n = 0; n < made_up_frequencies; ++n)
    found.push_back(hz_per_khz * (*min + (*max - *min) * n / (made_up_frequencies - 1)));
  return found;
}

bool write_line(const std::filesystem::path& file, const std::string& line) {
  std::ofstream out(file);
  return bool(out << line << '\n' << std::flush);
}

}  // namespace

// What somebody has limited already is not to run faster.
LinuxChip::Cores LinuxChip::cores_of(const std::filesystem::path& file) {
  Cores cores{.file = file, .found = read_line(file)};
  if (access(file.c_str(), W_OK) != 0) return cores;
  const double highest = read_number(file).value_or(0) * hz_per_khz;
  const std::vector<double> all = frequencies_of(file.parent_path());
  if (all.empty() || !(highest > 0)) return cores;
  for (const double frequency : all)
    if (frequency < highest) cores.frequencies.push_back(frequency);
  cores.frequencies.push_back(highest);
  cores.limited = highest < all.back();
  return cores;
}

LinuxChip::LinuxChip(Files files) : files_(std::move(files)) {
  for (const auto& file : files_.limits) cores_.push_back(cores_of(file));
  const bool all = std::none_of(cores_.begin(), cores_.end(),
                                [](const Cores& cores) { return cores.frequencies.empty(); });
  if (all && !cores_.empty()) frequencies_ = cores_.front().frequencies;
}

LinuxChip::~LinuxChip() {
  for (const Cores& cores : cores_)
    if (changed_) write_line(cores.file, cores.found);
}

std::vector<double> LinuxChip::temperatures() {
  std::vector<double> found;
  for (const auto& file : files_.temperatures)
    if (const auto value = read_number(file)) found.push_back(*value / 1000);
  return found;
}

bool LinuxChip::limit_to(std::size_t step) {
  changed_ = true;
  const double share = double(step) / std::max(1.0, double(frequencies_.size() - 1));
  bool all = true;
  for (const Cores& cores : cores_) {
    const auto theirs = std::size_t(std::lround(share * double(cores.frequencies.size() - 1)));
    all = write_line(cores.file,
                     std::to_string(std::lround(cores.frequencies[theirs] / hz_per_khz))) &&
          all;
  }
  return all;
}

bool LinuxChip::was_limited() const {
  return std::any_of(cores_.begin(), cores_.end(),
                     [](const Cores& cores) { return cores.limited; });
}

std::optional<double> LinuxChip::energy() {
  const auto now = files_.energy.empty() ? std::nullopt : read_number(files_.energy);
  if (!now) return std::nullopt;
  double grown = counter_ < 0 ? 0 : *now - counter_;
  if (grown < 0) grown += files_.energy_range;
  counter_ = *now;
  return joules_ += grown * 1e-6;
}

std::vector<std::unique_ptr<LinuxChip>> LinuxChip::all(const std::filesystem::path& sysfs) {
  std::vector<std::unique_ptr<LinuxChip>> chips;
  for (Files& files : find_packages(sysfs))
    chips.push_back(std::make_unique<LinuxChip>(std::move(files)));
  return chips;
}

}  // namespace cardon
