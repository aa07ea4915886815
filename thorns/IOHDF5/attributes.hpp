// SPDX-License-Identifier: Apache-2.0
// Attributes of one object in a file.
#pragma once
#include <string>
#include <vector>

#include "hdf5_handle.hpp"

namespace cardon {

/// All members throw Hdf5Failure. Strings are stored with fixed length, ended by a zero, but for
/// long ones, whose length is variable.
class Attributes {
 public:
  explicit Attributes(hid_t object) : object_(object) {}

  void set(const char* name, const std::string& text);
  /// Of any length, where set() must keep to 64 KiB.
  void set_long(const char* name, const std::string& text);
  void set(const char* name, double value);
  void set(const char* name, const std::vector<double>& values);
  void set(const char* name, const std::vector<std::string>& texts);
  void set_unsigned(const char* name, unsigned value);

  bool has(const char* name) const;
  /// Without blanks at its end. A failure if it is a list, or no text.
  std::string text(const char* name) const;
  std::vector<double> numbers(const char* name) const;

 private:
  void write(const char* name, hid_t type, hid_t space, const void* data);
  hid_t object_;
};

}  // namespace cardon
