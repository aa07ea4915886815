// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <xxhash.h>

#include <cardon/kit/data_checksum.hpp>

namespace cardon {
namespace {

std::string hex_of(const XXH128_hash_t& hash) {
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace

struct DataChecksum::State {
  XXH3_state_t* xxh = XXH3_createState();
  ~State() { XXH3_freeState(xxh); }
};

DataChecksum::DataChecksum() : state_(std::make_unique<State>()) {
  XXH3_128bits_reset(state_->xxh);
}
DataChecksum::~DataChecksum() = default;

void DataChecksum::add(std::span<const std::byte> bytes) {
  XXH3_128bits_update(state_->xxh, bytes.data(), bytes.size());
}

std::string DataChecksum::hex() const { return hex_of(XXH3_128bits_digest(state_->xxh)); }

std::string DataChecksum::of(std::span<const std::byte> bytes) {
  return hex_of(XXH3_128bits(bytes.data(), bytes.size()));
}

}  // namespace cardon
