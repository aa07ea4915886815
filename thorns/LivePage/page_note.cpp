// SPDX-License-Identifier: Apache-2.0
#include "page_note.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cardon/thorn/error.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <system_error>

namespace cardon {
namespace {

std::string host_name() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

std::string note_text(const PageNote& note) {
  nlohmann::ordered_json json = {{"url", note.url},
                                 {"host", host_name()},
                                 {"process", getpid()},
                                 {"token", note.token},
                                 {"steering_token", note.steering_token}};
  if (!note.fingerprint.empty()) json["certificate_sha256"] = note.fingerprint;
  return json.dump(1) + "\n";
}

}  // namespace

// Renamed when it is complete: whoever waits for the file may read it at once.
void write_page_note(const std::filesystem::path& run_folder, const PageNote& note) {
  const std::filesystem::path file = run_folder / page_note_name,
                              part = run_folder / fmt::format("{}.part", page_note_name);
  const std::string text = note_text(note);
  unlink(part.c_str());  // of a run that was killed
  const int descriptor =
      open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
  const bool written = descriptor >= 0 &&
                       write(descriptor, text.data(), text.size()) == ssize_t(text.size()) &&
                       rename(part.c_str(), file.c_str()) == 0;
  const int reason = errno;
  if (descriptor >= 0) close(descriptor);
  if (written) return;
  unlink(part.c_str());
  throw Error({.slug = "environment/write",
               .message = fmt::format("cannot write {}: {}", file.string(), std::strerror(reason)),
               .help = "page.serve: never runs without the page"},
              exit_environment);
}

void remove_page_note(const std::filesystem::path& run_folder) {
  std::error_code ignored;
  std::filesystem::remove(run_folder / page_note_name, ignored);
}

}  // namespace cardon
