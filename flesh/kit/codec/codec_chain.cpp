// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/codec/codec_chain.hpp>
#include <cardon/kit/codec/codec_option.hpp>
#include <utility>

namespace cardon {
namespace {

using Codecs = std::vector<std::shared_ptr<Codec>>;

// What lies between two codecs. All chains of a thread share it, so that it stays in the cache.
struct Scratch {
  std::vector<std::byte> bytes[2];
  // The bytes of the buffer that is not in use by the neighbouring codec.
  std::span<std::byte> take(std::size_t index, std::size_t size) {
    std::vector<std::byte>& buffer = bytes[index % 2];
    if (buffer.size() < size) buffer.resize(size);
    return std::span(buffer).first(size);
  }
};

Scratch& scratch() {
  static thread_local Scratch buffers;
  return buffers;
}

std::shared_ptr<Codec> open_codec(const CodecName& name, const CodecFactory& make,
                                  const std::vector<CodecRows>& rows, bool first) {
  if (name.codec == "none") {
    throw Error(Problem{.slug = "codec/order",
                        .message = "none cannot be combined with other codecs",
                        .where = name.where,
                        .help = "write none alone, or leave it out"});
  }
  std::shared_ptr<Codec> codec = make(name.codec, name.where);
  codec->open({name.option, rows, first, name.where});
  return codec;
}

Codecs open_codecs(const std::vector<CodecName>& names, const CodecFactory& make,
                   const std::vector<CodecRows>& rows) {
  Codecs codecs;
  std::vector<Problem> problems;
  for (std::size_t i = 0; i < names.size(); ++i) {
    try {
      codecs.push_back(open_codec(names[i], make, rows, i == 0));
    } catch (const Error& error) {
      problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
  }
  if (!problems.empty()) throw Error(std::move(problems));
  return codecs;
}

}  // namespace

CodecChain::CodecChain(const std::vector<CodecName>& names, const CodecFactory& make,
                       const std::vector<CodecRows>& rows)
    : codecs_(open_codecs(names, make, rows)) {}

bool CodecChain::lossless() const {
  return std::all_of(codecs_.begin(), codecs_.end(),
                     [](const auto& codec) { return codec->lossless(); });
}

std::span<const std::byte> CodecChain::encode(std::span<const std::byte> raw) {
  std::span<const std::byte> bytes = raw;
  for (std::size_t i = 0; i < codecs_.size(); ++i) {
    const std::span<std::byte> out = scratch().take(i, codecs_[i]->bound(bytes.size()));
    bytes = out.first(codecs_[i]->encode(bytes, out));
  }
  return bytes;
}

void CodecChain::decode(std::span<const std::byte> sent, std::span<std::byte> raw) {
  if (codecs_.empty()) throw Bug("an empty chain of codecs was asked to decode");
  std::size_t max_size = 0;  // that lay between two codecs at the sender
  for (std::size_t i = 0, size = raw.size(); i + 1 < codecs_.size(); ++i) {
    size = codecs_[i]->bound(size);
    max_size = std::max(max_size, size);
  }
  std::span<const std::byte> bytes = sent;
  for (std::size_t i = codecs_.size() - 1; i > 0; --i) {
    const std::span<std::byte> out = scratch().take(i, max_size);
    bytes = out.first(codecs_[i]->decode(bytes, out));
  }
  if (codecs_[0]->decode(bytes, raw) != raw.size())
    throw_damaged("the chain of codecs", "the piece comes out too short");
}

void CodecChain::remember(std::span<const std::byte> raw) {
  if (!codecs_.empty() && lossless()) codecs_[0]->remember(raw);
}

void check_codec_chain(const std::vector<CodecName>& names, const CodecFactory& make) {
  open_codecs(names, make, {});
}

bool is_lossless(const std::vector<CodecName>& names, const CodecFactory& make) {
  return CodecChain(names, make, {}).lossless();
}

}  // namespace cardon
