// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon {

class Transport;

/// Told of regions and kernels of the thread that called listen(), by Kokkos Tools. Any number of
/// them may listen on each thread, and leave in any order. Callbacks are installed once for the
/// process and stay until retire(), since other threads may be about to call them; a tool that was
/// there before is told as well.
class ProfileListener {
 public:
  ProfileListener() = default;
  ProfileListener(const ProfileListener&) = delete;
  ProfileListener& operator=(const ProfileListener&) = delete;
  virtual ~ProfileListener() { leave(); }

  /// Whether Kokkos has loaded a tool that is none of these.
  static bool another_tool();
  /// Before ranks listen that may be threads of one process: callbacks are installed while none of
  /// them is in a region, since Kokkos reads them without a lock. Without `kernels` those may be
  /// left out. Collective.
  static void prepare(bool kernels, Transport& transport);
  /// Takes the callbacks away again where nobody listens, so that regions cost nothing. Collective.
  static void retire(Transport& transport);

 protected:
  /// From here on; again on the same thread: nothing. Without `kernels` those may be left out.
  /// Where other threads compute meanwhile, prepare() has been called.
  void listen(bool kernels);
  /// Stops listening; has no effect on a thread that does not listen.
  void leave();

 private:
  /// A region, such as a task, begins, or a kernel (parallel_for).
  virtual void begin(const char* name, bool kernel) = 0;
  /// The one that began last ends, or one that began before this was listening.
  virtual void end(bool kernel) = 0;
  friend struct ProfileDispatch;
};

}  // namespace cardon
