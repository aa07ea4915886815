// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/codec/codec_name.hpp>
#include <cardon/services/codec.hpp>
#include <functional>
#include <memory>
#include <string_view>

namespace cardon {

/// A new codec by its name. Throws Error registry/no-such-service at `where` if there is none.
using CodecFactory =
    std::function<std::shared_ptr<Codec>(std::string_view name, const Location& where)>;

/// The codecs of one stream at one end, run one after the other. Allocates nothing once messages of
/// the full size have passed on a thread.
class CodecChain {
 public:
  /// The empty chain.
  CodecChain() = default;
  /// `rows`: the values of a piece, as in CodecSetup. Throws Error as check_codec_chain().
  CodecChain(const std::vector<CodecName>& names, const CodecFactory& make,
             const std::vector<CodecRows>& rows);

  /// Whether it has no codec, so that messages travel as they are.
  bool empty() const { return codecs_.empty(); }
  /// Whether all codecs are.
  bool lossless() const;
  /// The messages that must pass before it does as well as it can.
  int memory() const { return codecs_.empty() ? 0 : codecs_.front()->memory(); }
  /// The encoded piece; the bytes live until a chain works again on this thread.
  std::span<const std::byte> encode(std::span<const std::byte> raw);
  /// Undoes encode(). Throws Error codec/damaged if `sent` does not decode to raw.size() bytes.
  void decode(std::span<const std::byte> sent, std::span<std::byte> raw);
  /// The piece is through, encoded or not: for codecs that remember. Call it at both ends.
  void remember(std::span<const std::byte> raw);

 private:
  std::vector<std::shared_ptr<Codec>> codecs_;
};

/// Throws one Error with everything that is wrong with a chain: registry/no-such-service,
/// codec/option, codec/order.
void check_codec_chain(const std::vector<CodecName>& names, const CodecFactory& make);
/// True if all codecs of a legal chain are.
bool is_lossless(const std::vector<CodecName>& names, const CodecFactory& make);

}  // namespace cardon
