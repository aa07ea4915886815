// SPDX-License-Identifier: Apache-2.0
#include "memory_use.hpp"

#include <fstream>
#include <stdexcept>
#include <string>

namespace cardon::performance {
namespace {

double from_status(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kilobytes = 0;
    if (word == key + ":" && status >> kilobytes) return kilobytes * 1024;
  }
  throw std::runtime_error("/proc/self/status does not tell " + key);
}

}  // namespace

double resident_bytes() { return from_status("VmRSS"); }
double peak_bytes() { return from_status("VmHWM"); }

}  // namespace cardon::performance
