// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace cardon {

/// A span of time of this thread, such as a task or a wait for messages, for profilers: a region of
/// Kokkos Tools. Regions of a thread nest. Where no tool listens it costs a few nanoseconds.
class ProfileRegion {
 public:
  /// The name need not outlive the call.
  explicit ProfileRegion(const char* name);
  ProfileRegion(const ProfileRegion&) = delete;
  ProfileRegion& operator=(const ProfileRegion&) = delete;
  ~ProfileRegion();

 private:
  bool open_;
};

/// The region within a wait for messages while that of this rank is missing: "for rank 3".
inline std::string awaited_region(int rank) { return "for rank " + std::to_string(rank); }

}  // namespace cardon
