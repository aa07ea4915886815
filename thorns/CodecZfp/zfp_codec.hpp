// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <zfp.h>

#include <cardon/services/codec.hpp>
#include <memory>
#include <vector>

namespace cardon {

/// zfp with an absolute error bound, the option: every value comes out within it. One byte, 1, then
/// each group of rows as a field in two dimensions. Values that are not finite, or so large that
/// the bound is beyond zfp's precision, travel as they are behind a byte 0.
class ZfpCodec : public Codec {
 public:
  void open(const CodecSetup& setup) override;
  std::size_t bound(std::size_t bytes) const override;
  std::size_t encode(std::span<const std::byte> in, std::span<std::byte> out) override;
  std::size_t decode(std::span<const std::byte> in, std::span<std::byte> out) override;
  bool lossless() const override { return false; }

 private:
  struct Close {
    void operator()(zfp_stream* stream) const { zfp_stream_close(stream); }
    void operator()(bitstream* bits) const { stream_close(bits); }
  };
  using Work = std::size_t (*)(zfp_stream*, zfp_field*);

  bool is_in_range() const;
  /// Runs zfp over all groups; returns the bytes of the stream, 0 if zfp failed.
  std::size_t for_each_group(Work work);

  std::vector<CodecRows> rows_;
  double bound_ = 0;
  std::vector<double> values_;       // of a piece
  std::vector<std::uint64_t> room_;  // of the stream, more than zfp ever reads or writes
  std::unique_ptr<zfp_stream, Close> zfp_;
  std::unique_ptr<bitstream, Close> bits_;
};

}  // namespace cardon
