// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace cardon {

constexpr std::size_t word_size = 8;

/// A set of byte planes: bit b stands for byte b of all words of 8 bytes.
using Planes = std::uint8_t;

inline bool has(Planes planes, std::size_t b) { return (planes >> b & 1) != 0; }

/// The planes that a compressor of bytes can shrink, judged by the frequencies of their bytes in a
/// sample; none if they are so alike that words of 8 bytes mean nothing here.
Planes planes_worth_compressing(std::span<const std::byte> words);
/// Plane after plane of a set; returns the end of what it wrote.
std::byte* gather(Planes planes, std::span<const std::byte> words, std::byte* out);
/// Undoes gather(); returns the end of what it read.
const std::byte* spread(Planes planes, const std::byte* in, std::span<std::byte> words);

}  // namespace cardon
