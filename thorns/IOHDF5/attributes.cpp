// SPDX-License-Identifier: Apache-2.0
#include "attributes.hpp"

#include <algorithm>
#include <memory>

namespace cardon {
namespace {

Hdf5Handle text_type(std::size_t length) {
  Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  hdf5_check(H5Tset_size(type, length + 1));
  return type;
}

// Of variable length.
Hdf5Handle text_type() {
  Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  hdf5_check(H5Tset_size(type, H5T_VARIABLE));
  return type;
}

// Fortran programs pad texts with blanks.
std::string trimmed(const std::string& text) {
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

Hdf5Handle scalar_space() { return {H5Screate(H5S_SCALAR), H5Sclose}; }

Hdf5Handle list_space(std::size_t n) {
  const hsize_t size = n;
  return {H5Screate_simple(1, &size, nullptr), H5Sclose};
}

}  // namespace

void Attributes::write(const char* name, hid_t type, hid_t space, const void* data) {
  Hdf5Handle attribute(H5Acreate2(object_, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  hdf5_check(H5Awrite(attribute, type, data));
}

void Attributes::set(const char* name, const std::string& text) {
  write(name, text_type(text.size()), scalar_space(), text.c_str());
}

void Attributes::set_long(const char* name, const std::string& text) {
  const char* start = text.c_str();
  write(name, text_type(), scalar_space(), &start);
}

void Attributes::set(const char* name, double value) {
  write(name, H5T_NATIVE_DOUBLE, scalar_space(), &value);
}

void Attributes::set(const char* name, const std::vector<double>& values) {
  write(name, H5T_NATIVE_DOUBLE, list_space(values.size()), values.data());
}

void Attributes::set(const char* name, const std::vector<std::string>& texts) {
  std::size_t longest = 0;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  std::string block;
  for (const std::string& text : texts)
    block += text + std::string(longest + 1 - text.size(), '\0');
  write(name, text_type(longest), list_space(texts.size()), block.data());
}

void Attributes::set_unsigned(const char* name, unsigned value) {
  write(name, H5T_NATIVE_UINT, scalar_space(), &value);
}

bool Attributes::has(const char* name) const { return H5Aexists(object_, name) > 0; }

std::string Attributes::text(const char* name) const {
  Hdf5Handle attribute(H5Aopen(object_, name, H5P_DEFAULT), H5Aclose);
  Hdf5Handle type(H5Aget_type(attribute), H5Tclose), space(H5Aget_space(attribute), H5Sclose);
  if (H5Tget_class(type) != H5T_STRING || H5Sget_simple_extent_npoints(space) != 1)
    throw Hdf5Failure{std::string("the attribute ") + name + " is not a single string"};
  if (H5Tis_variable_str(type) > 0) {
    char* start = nullptr;
    const Hdf5Handle memory = text_type();
    hdf5_check(H5Tset_cset(memory, H5Tget_cset(type)));  // h5py stores UTF-8
    hdf5_check(H5Aread(attribute, memory, &start));
    const std::unique_ptr<char, decltype(&H5free_memory)> text(start, H5free_memory);
    return text ? trimmed(text.get()) : "";
  }
  std::string text(H5Tget_size(type), '\0');
  hdf5_check(H5Aread(attribute, type, text.data()));
  return trimmed(text.substr(0, text.find('\0')));
}

std::vector<double> Attributes::numbers(const char* name) const {
  Hdf5Handle attribute(H5Aopen(object_, name, H5P_DEFAULT), H5Aclose);
  Hdf5Handle space(H5Aget_space(attribute), H5Sclose);
  std::vector<double> values(std::size_t(H5Sget_simple_extent_npoints(space)));
  hdf5_check(H5Aread(attribute, H5T_NATIVE_DOUBLE, values.data()));
  return values;
}

}  // namespace cardon
