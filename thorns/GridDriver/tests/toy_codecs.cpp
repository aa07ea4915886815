// SPDX-License-Identifier: Apache-2.0
#include "toy_codecs.hpp"

#include <algorithm>
#include <cardon/kit/codec/codec_option.hpp>
#include <chrono>
#include <thread>

namespace cardon::test {
namespace {

class Change : public Codec {
 public:
  void open(const CodecSetup& setup) override {
    require_no_option(setup, "change");
    require_first(setup, "change");
  }
  std::size_t bound(std::size_t bytes) const override { return bytes; }
  std::size_t encode(std::span<const std::byte> in, std::span<std::byte> out) override {
    last_.resize(in.size());
    for (std::size_t n = 0; n < in.size(); ++n) out[n] = in[n] ^ last_[n];
    return in.size();
  }
  std::size_t decode(std::span<const std::byte> in, std::span<std::byte> out) override {
    return encode(in, out);
  }
  void remember(std::span<const std::byte> values) override {
    last_.assign(values.begin(), values.end());
  }
  int memory() const override { return 1; }

 private:
  std::vector<std::byte> last_;
};

// A byte for every eight: which of them are not 0; then these.
class Zeros : public Codec {
 public:
  void open(const CodecSetup& setup) override { require_no_option(setup, "zeros"); }
  std::size_t bound(std::size_t bytes) const override { return bytes + bytes / 8; }
  std::size_t encode(std::span<const std::byte> in, std::span<std::byte> out) override {
    std::size_t at = 0;
    for (std::size_t n = 0; n < in.size(); n += 8) {
      std::byte& mask = out[at++] = std::byte{0};
      for (std::size_t b = 0; b < 8; ++b) {
        if (in[n + b] == std::byte{0}) continue;
        mask |= std::byte{1} << b;
        out[at++] = in[n + b];
      }
    }
    return at;
  }
  std::size_t decode(std::span<const std::byte> in, std::span<std::byte> out) override {
    std::size_t at = 0;
    const auto take = [&] {
      if (at == in.size()) throw_damaged("zeros", "it ends too early");
      return in[at++];
    };
    for (std::size_t n = 0; n < out.size(); n += 8) {
      const std::byte mask = take();
      for (std::size_t b = 0; b < 8; ++b)
        out[n + b] = (mask & (std::byte{1} << b)) != std::byte{0} ? take() : std::byte{0};
    }
    return out.size();
  }
};

class SlowZeros : public Zeros {
 public:
  void open(const CodecSetup& setup) override { require_no_option(setup, "slow_zeros"); }
  std::size_t encode(std::span<const std::byte> in, std::span<std::byte> out) override {
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    return Zeros::encode(in, out);
  }
};

class Rounded : public Zeros {
 public:
  void open(const CodecSetup& setup) override { require_no_option(setup, "rounded"); }
  bool lossless() const override { return false; }
};

}  // namespace

std::shared_ptr<Codec> toy_codec(std::string_view name, const Location& where) {
  if (name == "change") return std::make_shared<Change>();
  if (name == "zeros") return std::make_shared<Zeros>();
  if (name == "slow_zeros") return std::make_shared<SlowZeros>();
  if (name == "rounded") return std::make_shared<Rounded>();
  throw Error(Problem{.slug = "registry/no-such-service",
                      .message = "there is no codec " + std::string(name),
                      .where = where});
}

}  // namespace cardon::test
