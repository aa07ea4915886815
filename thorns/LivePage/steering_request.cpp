// SPDX-License-Identifier: Apache-2.0
#include "steering_request.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cardon/kit/text_file.hpp>
#include <chrono>
#include <fstream>
#include <thread>

namespace cardon {
namespace fs = std::filesystem;
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds between_answers{50};

/// They are taken in the order of their names, so the time comes first.
std::string new_id() {
  static std::atomic<long> count = 0;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return fmt::format("{:020}-page-{}-{}",
                     std::chrono::duration_cast<std::chrono::nanoseconds>(now).count(), getpid(),
                     ++count);
}

std::optional<std::string> taken(const fs::path& answer) {
  std::error_code code;
  if (!fs::is_regular_file(answer, code)) return {};
  std::ifstream in(answer, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  fs::remove(answer, code);
  return text;
}

}  // namespace

std::optional<std::string> ask_run(const fs::path& run_folder, const std::string& request,
                                   double patience, const std::function<bool()>& is_over) {
  const fs::path folder = run_folder / "steering";
  const std::string id = new_id();
  const fs::path file = folder / (id + ".request"), answer = folder / (id + ".answer");
  replace_file(file, request);
  const auto end = Clock::now() + std::chrono::duration<double>(patience);
  while (Clock::now() < end && !is_over()) {
    if (auto text = taken(answer)) return text;
    std::this_thread::sleep_for(between_answers);
  }
  std::error_code code;
  fs::remove(file, code);
  return taken(answer);
}

}  // namespace cardon
