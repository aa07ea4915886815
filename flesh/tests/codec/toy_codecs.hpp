// SPDX-License-Identifier: Apache-2.0
// Codecs that are small enough to see through.
#pragma once
#include <algorithm>
#include <cardon/kit/codec/codec_chain.hpp>
#include <cardon/kit/codec/codec_option.hpp>
#include <cstring>
#include <memory>

namespace cardon::toy {

/// Runs of equal bytes: length 1 to 255, byte.
class Runs : public Codec {
 public:
  void open(const CodecSetup& setup) override { require_no_option(setup, "runs"); }
  std::size_t bound(std::size_t bytes) const override { return 2 * bytes; }
  std::size_t encode(std::span<const std::byte> in, std::span<std::byte> out) override {
    std::size_t used = 0;
    for (std::size_t i = 0; i < in.size(); used += 2) {
      std::size_t run = 1;
      while (run < 255 && i + run < in.size() && in[i + run] == in[i]) ++run;
      out[used] = std::byte(run);
      out[used + 1] = in[i];
      i += run;
    }
    return used;
  }
  std::size_t decode(std::span<const std::byte> in, std::span<std::byte> out) override {
    std::size_t made = 0;
    for (std::size_t i = 0; i + 1 < in.size(); i += 2) {
      const auto run = std::size_t(in[i]);
      if (run > out.size() - made) throw_damaged("runs", "too long");
      std::fill_n(out.begin() + std::ptrdiff_t(made), run, in[i + 1]);
      made += run;
    }
    return made;
  }
};

/// The bits that changed since the last message.
class Changes : public Codec {
 public:
  void open(const CodecSetup& setup) override {
    shift_ = integer_option(setup, "changes", 0, 9, 0);
    require_first(setup, "changes");
  }
  std::size_t bound(std::size_t bytes) const override { return bytes; }
  std::size_t encode(std::span<const std::byte> in, std::span<std::byte> out) override {
    std::copy(in.begin(), in.end(), out.begin());
    for (std::size_t i = 0; i < last_.size(); ++i) out[i] ^= last_[i];
    return in.size();
  }
  std::size_t decode(std::span<const std::byte> in, std::span<std::byte> out) override {
    if (in.size() > out.size()) throw_damaged("changes", "too long");
    return encode(in, out);
  }
  void remember(std::span<const std::byte> values) override {
    last_.assign(values.begin(), values.end());
    ++messages;
  }
  int messages = 0;

 private:
  std::vector<std::byte> last_;
  int shift_ = 0;
};

/// Forgets the lower half of every byte.
class Coarse : public Changes {
 public:
  void open(const CodecSetup&) override {}
  bool lossless() const override { return false; }
};

inline std::shared_ptr<Codec> make(std::string_view name, const Location& where) {
  if (name == "runs") return std::make_shared<Runs>();
  if (name == "changes") return std::make_shared<Changes>();
  if (name == "coarse") return std::make_shared<Coarse>();
  throw Error(Problem{.slug = "registry/no-such-service",
                      .message = "there is no codec " + std::string(name),
                      .where = where});
}

inline CodecChain chain(const std::vector<std::string>& names) {
  return {codec_names(names), make, {}};
}

}  // namespace cardon::toy
