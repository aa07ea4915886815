// SPDX-License-Identifier: Apache-2.0
// Chains of codecs: values that go through and come back, then bytes that no codec made.
#include <cmath>
#include <cstring>

#include "codec_chains.hpp"
#include "fuzz_input.hpp"

namespace cardon::fuzz {
namespace {

using Bytes = std::vector<std::byte>;

double error_bound(const CodecName& first) {
  return first.codec == "zfp" ? std::stod(first.option) : 0;
}

// NaN and infinity travel as they are.
bool is_close(const Bytes& a, const Bytes& b, double bound) {
  if (a == b) return true;
  for (std::size_t at = 0; at < a.size(); at += sizeof(double)) {
    double x, y;
    std::memcpy(&x, a.data() + at, sizeof x);
    std::memcpy(&y, b.data() + at, sizeof y);
    if (!(std::abs(x - y) <= bound)) return false;
  }
  return bound > 0;
}

// Both ends of a stream, which has seen `messages` before.
void round_trips(FuzzedDataProvider& input, const ChainCase& chosen, CodecChain& receiver) {
  CodecChain sender = chosen.chain();
  for (int messages = input.ConsumeIntegralInRange(0, 10); messages > 0; --messages) {
    const Bytes values = choose_values(input, chosen.bytes());
    const auto encoded = sender.encode(values);
    const Bytes sent(encoded.begin(), encoded.end());
    Bytes back(values.size());
    receiver.decode(sent, back);
    require(is_close(values, back, error_bound(chosen.names[0])),
            chain_text(chosen.names) + " changes values");
    sender.remember(values);
    receiver.remember(values);
  }
}

void decode_anything(FuzzedDataProvider& input, const ChainCase& chosen, CodecChain& receiver) {
  const Bytes sent = input.ConsumeRemainingBytes<std::byte>();
  Bytes values(chosen.bytes());
  try {
    receiver.decode(sent, values);
  } catch (const Error& error) {
    require(error.problems()[0].slug == "codec/damaged", error.what());
  }
}

}  // namespace

void try_codecs(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider input(data, size);
  const ChainCase chosen = choose_chain(input);
  CodecChain receiver = chosen.chain();
  round_trips(input, chosen, receiver);
  decode_anything(input, chosen, receiver);
}

}  // namespace cardon::fuzz
