// SPDX-License-Identifier: Apache-2.0
#include "package_files.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <map>

namespace cardon {
namespace {

namespace fs = std::filesystem;

constexpr std::array sensor_names{"coretemp", "k10temp", "zenpower", "cpu_thermal"};

// The number behind `prefix` in a name such as policy12; -1: it is another name.
int number_behind(const std::string& name, const std::string& prefix) {
  if (name.compare(0, prefix.size(), prefix) != 0) return -1;
  int number = -1;
  const char *first = name.data() + prefix.size(), *last = name.data() + name.size();
  const auto end = std::from_chars(first, last, number);
  return end.ec == std::errc() && end.ptr == last ? number : -1;
}

// Files of a folder named so, by number; none if there is no such folder.
std::map<int, fs::path> numbered(const fs::path& folder, const std::string& prefix) {
  std::map<int, fs::path> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none))
    if (const int n = number_behind(entry.path().filename(), prefix); n >= 0)
      found.emplace(n, entry.path());
  return found;
}

struct SensorDevice {
  int package = -1;  // that it names; -1: none
  std::vector<fs::path> temperatures;
};

// AMD's Tctl may be shifted against the temperature, so it counts only where nothing else is shown.
SensorDevice sensors_of(const fs::path& device) {
  SensorDevice found;
  std::vector<fs::path> shifted;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(device, none)) {
    const std::string name = entry.path().filename();
    const auto end = name.rfind("_input");
    if (name.compare(0, 4, "temp") != 0 || end == std::string::npos) continue;
    const std::string label = read_line(device / (name.substr(0, end) + "_label"));
    (label == "Tctl" ? shifted : found.temperatures).push_back(entry.path());
    found.package = std::max(found.package, number_behind(label, "Package id "));
  }
  if (found.temperatures.empty()) found.temperatures = shifted;
  std::sort(found.temperatures.begin(), found.temperatures.end());
  return found;
}

// In the order of packages as far as they name them, else in that of their own numbers.
std::vector<SensorDevice> sensor_devices(const fs::path& sysfs) {
  std::vector<SensorDevice> found;
  for (const auto& [number, device] : numbered(sysfs / "class" / "hwmon", "hwmon")) {
    const std::string name = read_line(device / "name");
    if (std::find(sensor_names.begin(), sensor_names.end(), name) == sensor_names.end()) continue;
    if (auto it = sensors_of(device); !it.temperatures.empty()) found.push_back(std::move(it));
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.package < b.package; });
  return found;
}

int package_of(const fs::path& cpus, const fs::path& policy) {
  const auto core = std::to_string(number_behind(policy.filename(), "policy"));
  const auto package = read_number(cpus / ("cpu" + core) / "topology/physical_package_id");
  return package ? int(*package) : 0;
}

// By number of the package.
std::map<int, LinuxChip::Files> packages_of(const fs::path& sysfs) {
  std::map<int, LinuxChip::Files> packages;
  const fs::path cpus = sysfs / "devices/system/cpu";
  for (const auto& [number, core] : numbered(cpus, "cpu"))
    if (const auto package = read_number(core / "topology/physical_package_id"))
      packages[int(*package)];
  for (const auto& [number, policy] : numbered(cpus / "cpufreq", "policy"))
    packages[package_of(cpus, policy)].limits.push_back(policy / "scaling_max_freq");
  return packages;
}

void add_energy(const fs::path& sysfs, std::map<int, LinuxChip::Files>& packages) {
  for (const auto& [number, zone] : numbered(sysfs / "class" / "powercap", "intel-rapl:")) {
    const auto package = packages.find(number_behind(read_line(zone / "name"), "package-"));
    if (package == packages.end()) continue;
    package->second.energy = zone / "energy_uj";
    package->second.energy_range = read_number(zone / "max_energy_range_uj").value_or(0);
  }
}

LinuxChip::Files united(std::map<int, LinuxChip::Files> packages,
                        const std::vector<SensorDevice>& devices) {
  LinuxChip::Files all;
  for (const auto& [number, files] : packages)
    all.limits.insert(all.limits.end(), files.limits.begin(), files.limits.end());
  for (const SensorDevice& device : devices)
    all.temperatures.insert(all.temperatures.end(), device.temperatures.begin(),
                            device.temperatures.end());
  if (packages.size() == 1) {
    all.energy = packages.begin()->second.energy;
    all.energy_range = packages.begin()->second.energy_range;
  }
  return all;
}

}  // namespace

std::string read_line(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

std::optional<double> read_number(const fs::path& file) {
  std::ifstream in(file);
  double number = 0;
  return in >> number ? std::optional(number) : std::nullopt;
}

std::vector<LinuxChip::Files> find_packages(const fs::path& sysfs) {
  const auto devices = sensor_devices(sysfs);
  if (devices.empty()) return {};
  auto packages = packages_of(sysfs);
  add_energy(sysfs, packages);
  if (devices.size() != packages.size()) return {united(std::move(packages), devices)};
  std::vector<LinuxChip::Files> found;
  for (auto& [number, files] : packages) {
    files.temperatures = devices[found.size()].temperatures;
    found.push_back(std::move(files));
  }
  return found;
}

}  // namespace cardon
