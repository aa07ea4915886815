// SPDX-License-Identifier: Apache-2.0
#include "ensemble/earlier_attempt.hpp"

#include <cardon/services/timings.hpp>
#include <thread>

#include "files/folder_lock.hpp"
#include "session/signals.hpp"

namespace cardon {

std::string wait_for_earlier_attempt(const std::filesystem::path& folder, double seconds) {
  const double last = seconds_now() + seconds;
  for (;;) {
    const std::optional<FolderUser> user = user_of(folder, run_use);
    if (!user || user->state != FolderUser::State::going) return "";
    if (seconds_now() > last || SignalWatch::caught() != 0) return user->text();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

}  // namespace cardon
