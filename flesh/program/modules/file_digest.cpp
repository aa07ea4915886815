// SPDX-License-Identifier: Apache-2.0
// SHA256_Init() and the like need none of the library's set-up of algorithms and configuration,
// which takes longer than the sums.
#define OPENSSL_API_COMPAT 0x10101000L
#include "modules/file_digest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/sha.h>

#include <array>
#include <fstream>

extern "C" __attribute__((visibility("default"))) void cardon_file_digest(
    const std::filesystem::path& file, std::string& digest) {
  digest.clear();
  std::ifstream stream(file, std::ios::binary);
  SHA256_CTX sum;
  if (!stream || SHA256_Init(&sum) != 1) return;
  std::array<char, 1 << 16> part;  // on the stack: the same pages for all files
  while (stream.read(part.data(), std::streamsize(part.size())) || stream.gcount() > 0)
    SHA256_Update(&sum, part.data(), std::size_t(stream.gcount()));
  std::array<unsigned char, SHA256_DIGEST_LENGTH> bytes{};
  SHA256_Final(bytes.data(), &sum);
  digest = fmt::format("{:02x}", fmt::join(bytes, ""));
}
