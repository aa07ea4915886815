// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cardon/kit/text_gather.hpp>
#include <cstdint>
#include <cstring>
#include <span>

namespace cardon {

std::vector<std::string> texts_at_rank_0(Transport& transport, int tag, const std::string& own) {
  const std::uint64_t length = own.size();
  const auto lengths = transport.all_gather(std::as_bytes(std::span(&length, 1)));
  if (transport.rank() != 0) {
    transport.wait(std::array{transport.send(0, tag, std::as_bytes(std::span(own)))});
    return {};
  }
  std::vector<std::string> texts{own};
  for (std::size_t rank = 1; rank < lengths.size(); ++rank) {
    std::uint64_t size = 0;
    std::memcpy(&size, lengths[rank].data(), sizeof size);
    std::string& text = texts.emplace_back(size, ' ');
    transport.wait(std::array{
        transport.post_receive(int(rank), tag, std::as_writable_bytes(std::span(text)))});
  }
  return texts;
}

}  // namespace cardon
