// SPDX-License-Identifier: Apache-2.0
// HDF5 identifiers that close themselves, and its failures as Errors.
#pragma once
#include <hdf5.h>

#include <mutex>
#include <string>
#include <utility>

namespace cardon {

class Hdf5Handle {
 public:
  using Closer = herr_t (*)(hid_t);

  Hdf5Handle() = default;
  /// Takes what an HDF5 function returned. Throws Hdf5Failure if that was a failure.
  Hdf5Handle(hid_t id, Closer closer);
  Hdf5Handle(Hdf5Handle&& other) noexcept
      : id_(std::exchange(other.id_, H5I_INVALID_HID)), closer_(other.closer_) {}
  Hdf5Handle& operator=(Hdf5Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(closer_, other.closer_);
    return *this;
  }
  ~Hdf5Handle() {
    if (id_ >= 0) closer_(id_);
  }

  operator hid_t() const { return id_; }
  /// Closes and says whether that failed, which the destructor cannot.
  void close();

 private:
  hid_t id_ = H5I_INVALID_HID;
  Closer closer_ = nullptr;
};

/// The reason of the last failure, in HDF5's words.
struct Hdf5Failure {
  std::string reason;
};

/// Throws Hdf5Failure if an HDF5 function returned a negative value.
void hdf5_check(long long result);
/// To be called before anything else of HDF5: keeps it from printing its failures, which are
/// reported as Errors, and from cleaning up at the end of the process: after a failed write to a
/// full disk it crashes there, and everything that can be closed is closed by then.
void hdf5_start();
/// The library is for one thread at a time, checkpoints are written on a thread of their own, and
/// ranks may be threads: whoever calls HDF5 holds this, but not while it waits for another rank,
/// which may need it to go on.
std::mutex& hdf5_mutex();

}  // namespace cardon
