// SPDX-License-Identifier: Apache-2.0
#include "modules/file_digest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <memory>
#include <vector>

extern "C" __attribute__((visibility("default"))) void cardon_file_digest(
    const std::filesystem::path& file, std::string& digest) {
  digest.clear();
  std::ifstream stream(file, std::ios::binary);
  const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> sum(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  if (!stream || !sum || EVP_DigestInit_ex(sum.get(), EVP_sha256(), nullptr) != 1) return;
  std::vector<char> part(1 << 18);
  while (stream.read(part.data(), std::streamsize(part.size())) || stream.gcount() > 0)
    EVP_DigestUpdate(sum.get(), part.data(), std::size_t(stream.gcount()));
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
  unsigned size = 0;
  EVP_DigestFinal_ex(sum.get(), bytes.data(), &size);
  digest = fmt::format("{:02x}", fmt::join(bytes.data(), bytes.data() + size, ""));
}
