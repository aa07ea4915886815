// SPDX-License-Identifier: Apache-2.0
#include "ensemble/line_channel.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "cardon/services/timings.hpp"

namespace cardon {

DescriptorChannel::DescriptorChannel(EventLoop& loop, int in, int out)
    : loop_(loop), in_(in), out_(out) {
  loop_.watch(in_, [this] { read(); });
}

DescriptorChannel::~DescriptorChannel() {
  if (in_ >= 0) loop_.forget(in_);
  if (in_ >= 0 && in_ != out_) close(in_);
  close(out_);
}

void DescriptorChannel::send(const std::string& line) {
  const std::string text = line + '\n';
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t count = write(out_, text.data() + sent, text.size() - sent);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return;
    sent += std::size_t(count);
  }
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
