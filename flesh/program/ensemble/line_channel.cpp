// SPDX-License-Identifier: Apache-2.0
#include "ensemble/line_channel.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cardon/services/timings.hpp>
#include <cerrno>
#include <climits>

namespace cardon {
namespace {

bool writable(int descriptor) {
  pollfd wanted{descriptor, POLLOUT, 0};
  return poll(&wanted, 1, 0) == 1;
}

}  // namespace

DescriptorChannel::DescriptorChannel(EventLoop& loop, int in, int out)
    : loop_(loop), in_(in), out_(out) {
  loop_.watch(in_, [this] { read(); });
}

DescriptorChannel::~DescriptorChannel() {
  if (in_ >= 0) loop_.forget(in_);
  if (in_ >= 0 && in_ != out_) close(in_);
  loop_.forget_writable(out_);
  close(out_);
}

void DescriptorChannel::send(const std::string& line) {
  const bool idle = unsent_.empty();
  unsent_ += line;
  unsent_ += '\n';
  if (idle) write();
}

// Descriptors may be shared with other programs, such as those of a pipeline that starts the
// partner, which O_NONBLOCK would disturb. Pieces of PIPE_BUF bytes do not block after poll().
void DescriptorChannel::write() {
  std::size_t sent = 0;
  while (sent < unsent_.size() && writable(out_)) {
    const std::size_t piece = std::min<std::size_t>(PIPE_BUF, unsent_.size() - sent);
    const ssize_t count = ::write(out_, unsent_.data() + sent, piece);
    if (count >= 0)
      sent += std::size_t(count);
    else if (errno == EAGAIN)
      break;
    else if (errno != EINTR)
      sent = unsent_.size();  // it has gone
  }
  unsent_.erase(0, sent);
  if (unsent_.empty())
    loop_.forget_writable(out_);
  else
    loop_.watch_writable(out_, [this] { write(); });
}

void DescriptorChannel::read() {
  std::array<char, 65536> buffer;
  const ssize_t count = ::read(in_, buffer.data(), buffer.size());
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count <= 0) {
    loop_.forget(in_);
    const auto end = on_end;
    if (end) end();  // which may destroy this
    return;
  }
  text_.append(buffer.data(), std::size_t(count));
  const auto line = on_line;
  std::string text;
  text.swap(text_);
  std::size_t begin = 0;
  for (std::size_t at; (at = text.find('\n', begin)) != text.npos; begin = at + 1)
    if (line) line(text.substr(begin, at - begin));
  text_ = text.substr(begin);
}

DelayedChannel::DelayedChannel(EventLoop& loop, std::unique_ptr<LineChannel> inner,
                               const LinkDelay& link)
    : loop_(loop), inner_(std::move(inner)), link_(link) {
  inner_->on_line = [this](const std::string& line) {
    loop_.at(arrival(in_free_, line.size() + 1), [this, line, alive = alive_] {
      if (*alive && on_line) on_line(line);
    });
  };
  inner_->on_end = [this] {
    loop_.at(arrival(in_free_, 0), [this, alive = alive_] {
      if (!*alive) return;
      const auto end = on_end;
      if (end) end();  // which may destroy this
    });
  };
}

DelayedChannel::~DelayedChannel() { *alive_ = false; }

double DelayedChannel::arrival(double& free, std::size_t bytes) const {
  const double seconds = link_.bandwidth > 0 ? double(bytes) / link_.bandwidth : 0;
  free = std::max(free, seconds_now()) + seconds;
  return free + link_.latency;
}

void DelayedChannel::send(const std::string& line) {
  loop_.at(arrival(out_free_, line.size() + 1), [this, line, alive = alive_] {
    if (*alive) inner_->send(line);
  });
}

}  // namespace cardon
