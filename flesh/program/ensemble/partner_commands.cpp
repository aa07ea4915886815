// SPDX-License-Identifier: Apache-2.0
#include "ensemble/partner_commands.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cardon/services/timings.hpp>
#include <cardon/thorn/error.hpp>
#include <cardon/thorn/version.hpp>
#include <cstdio>

#include "ensemble/ensemble_folder.hpp"
#include "ensemble/input_check.hpp"
#include "ensemble/site_manager.hpp"
#include "session/session.hpp"
#include "session/signals.hpp"
#include "startup/scheduled_run.hpp"

namespace cardon {
namespace {

using nlohmann::json;

/// Lines go where standard output went; what others print joins standard error.
int take_standard_output() {
  const int out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  return out;
}

/// Lines come from where standard input came from, which programs that a member starts do not get.
FILE* take_standard_input() {
  const int in = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  close(nothing);
  return fdopen(in, "r");
}

bool read_line(FILE* in, std::string& line) {
  line.clear();
  for (int c; (c = getc(in)) != EOF;) {
    if (c == '\n') return true;
    line += char(c);
  }
  return false;
}

/// As long as the master reads, for so many seconds.
void wait_until_sent(EventLoop& loop, const DescriptorChannel& channel, double seconds) {
  const double last = seconds_now() + seconds;
  loop.run([&] { return channel.sent() || seconds_now() > last; });
}

// What makes the results of this site other than those of the master. If there is nothing, the
// folder of the ensemble is there.
std::string difference(const json& greeting, SiteOrder& order) {
  if (greeting.value("version", "") != version_text)
    return std::string("it has version ") + version_text + " of Cardon, the master has " +
           greeting.value("version", "?");
  greeting["order"].get_to(order);  // of another version it may have another form
  try {
    if (input_digest(order.base.files) != order.checksum)
      return "its parameter files differ from those of the master";
    claim_folder(order.base.out, order.plan);
  } catch (const Error& error) {
    return error.problems().front().message;
  }
  return "";
}

// As long as it lives, runs find their thorns loaded. Null where a run will say what is wrong.
std::shared_ptr<const ScheduledRun> kept_thorns(const MemberBase& base, const Member& member) {
  try {
    return schedule_run(input_of(base, member.set));
  } catch (const Error&) {
    return nullptr;
  }
}

}  // namespace

int manage_site(const std::string& program) {
  const SignalWatch signals;
  EventLoop loop;
  DescriptorChannel master(loop, fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3), take_standard_output());
  const auto report = [&](const json& message) { master.send(message.dump()); };
  std::optional<SiteManager> manager;
  bool gone = false;
  master.on_end = [&] {
    if (gone && manager) manager->hurry();
    gone = true;
  };
  master.on_line = [&](const std::string& line) {
    const json message = json::parse(line, nullptr, false);
    if (!message.is_object()) return;
    if (message.contains("stop")) {
      gone = true;
    } else if (manager) {
      manager->receive(message);
    } else if (message.contains("order")) {
      SiteOrder order;
      if (const std::string why = difference(message, order); !why.empty()) {
        report({{"failed", why}});
        gone = true;
        return;
      }
      manager.emplace(loop, order, program, report);
    }
  };
  loop.run([&] {
    if (!manager) return gone || SignalWatch::caught() != 0;
    if (gone || SignalWatch::caught() != 0) manager->stop();
    return manager->finished();
  });
  wait_until_sent(loop, master, 30);
  return exit_finished;
}

int work_on_members(const RunFunction& run) {
  FILE* in = take_standard_input();
  const int out = take_standard_output();
  const auto send = [&](const json& message) {
    const std::string text = message.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
    for (std::size_t sent = 0; sent < text.size();) {
      const ssize_t count = write(out, text.data() + sent, text.size() - sent);
      if (count < 0) return;
      sent += std::size_t(count);
    }
  };
  const SignalWatch signals;
  ExecutionSpace space;
  MemberBase base;
  std::string line;
  if (!read_line(in, line)) return exit_finished;
  json::parse(line).get_to(base);
  send({{"ready", true}});
  std::shared_ptr<const ScheduledRun> thorns;
  while (SignalWatch::caught() == 0 && read_line(in, line))
    for (const Member& member : json::parse(line).get<std::vector<Member>>()) {
      if (SignalWatch::caught() != 0) break;
      if (!thorns) thorns = kept_thorns(base, member);
      send(run_member(base, member, run));
    }
  if (SignalWatch::caught() != 0) send({{"stopped", true}});
  return exit_finished;
}

}  // namespace cardon
