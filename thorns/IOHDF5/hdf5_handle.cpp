// SPDX-License-Identifier: Apache-2.0
#include "hdf5_handle.hpp"

namespace cardon {
namespace {

// The innermost record of the error stack tells most; drivers put the system's words in quotes
// behind "error message".
herr_t keep_reason(unsigned, const H5E_error2_t* record, void* reason) {
  const std::string text = record->desc != nullptr ? record->desc : "";
  const std::string mark = "error message = '";
  const std::size_t begin = text.find(mark);
  if (begin == text.npos) {
    *static_cast<std::string*>(reason) = text;
  } else {
    const std::size_t first = begin + mark.size();
    *static_cast<std::string*>(reason) = text.substr(first, text.find('\'', first) - first);
  }
  return 1;
}

[[noreturn]] void fail() {
  std::string reason;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_reason, &reason);
  throw Hdf5Failure{reason.empty() ? "HDF5 gives no reason" : reason};
}

}  // namespace

Hdf5Handle::Hdf5Handle(hid_t id, Closer closer) : id_(id), closer_(closer) {
  if (id < 0) fail();
}

void Hdf5Handle::close() {
  const hid_t id = std::exchange(id_, H5I_INVALID_HID);
  if (id >= 0) hdf5_check(closer_(id));
}

void hdf5_check(long long result) {
  if (result < 0) fail();
}

void hdf5_start() {
  H5dont_atexit();
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

std::mutex& hdf5_mutex() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace cardon
