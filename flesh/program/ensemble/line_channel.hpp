// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "ensemble/event_loop.hpp"

namespace cardon {

/// Lines of text to and from a partner.
class LineChannel {
 public:
  virtual ~LineChannel() = default;
  virtual void send(const std::string& line) = 0;

  std::function<void(const std::string& line)> on_line;
  std::function<void()> on_end;  ///< the partner has gone; nothing comes after it
};

/// Over descriptors, which it closes; both may be the same. What the partner does not read yet
/// waits here, so that two partners that both write never wait for each other.
class DescriptorChannel final : public LineChannel {
 public:
  DescriptorChannel(EventLoop& loop, int in, int out);
  ~DescriptorChannel() override;
  DescriptorChannel(const DescriptorChannel&) = delete;
  DescriptorChannel& operator=(const DescriptorChannel&) = delete;
  /// That a partner has gone is reported by on_end only.
  void send(const std::string& line) override;
  /// Whether all that was sent is on its way, or lost because the partner has gone.
  bool sent() const { return unsent_.empty(); }

 private:
  void read();
  void write();
  EventLoop& loop_;
  int in_, out_;
  std::string text_, unsent_;
};

/// What a link between two sites does to messages.
struct LinkDelay {
  double latency = 0;    ///< s, one way
  double bandwidth = 0;  ///< byte/s; 0: unlimited
  bool any() const { return latency > 0 || bandwidth > 0; }
};

/// Lines that arrive as late as over a slow link, one after the other each way.
class DelayedChannel final : public LineChannel {
 public:
  DelayedChannel(EventLoop& loop, std::unique_ptr<LineChannel> inner, const LinkDelay& link);
  ~DelayedChannel() override;
  void send(const std::string& line) override;

 private:
  double arrival(double& free, std::size_t bytes) const;
  EventLoop& loop_;
  std::unique_ptr<LineChannel> inner_;
  LinkDelay link_;
  double out_free_ = 0, in_free_ = 0;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  // timers may outlive this
};

}  // namespace cardon
