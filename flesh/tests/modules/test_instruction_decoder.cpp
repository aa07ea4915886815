// SPDX-License-Identifier: Apache-2.0
// Instructions in words, by their bytes from the processor's manual.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>

#include "files/lazy_function.hpp"
#include "modules/instruction_decoder.hpp"

namespace cardon {
namespace {

using ::testing::StartsWith;

constexpr std::size_t longest = 15;

class InstructionDecoder : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_NE(module.address, nullptr) << module.reason; }
  /// "mnemonic operands"; "-": no instruction.
  std::string words(std::array<std::uint8_t, longest> bytes) const {
    const auto decode = reinterpret_cast<decltype(&cardon_decode)>(module.address);
    DecodedInstruction decoded{};
    if (!decode(bytes.data(), decoded)) return "-";
    const std::string operands = decoded.operands;
    return decoded.mnemonic + (operands.empty() ? "" : " " + operands);
  }

  LazyFunction module = lazy_function("InstructionDecoder", "cardon_decode");
};

TEST_F(InstructionDecoder, ReadsScalarsAndVectors) {
  EXPECT_EQ(words({0xf2, 0x0f, 0x58, 0xc1}), "addsd xmm0, xmm1");
  EXPECT_EQ(words({0xc5, 0xf5, 0x58, 0xc2}), "vaddpd ymm0, ymm1, ymm2");
  EXPECT_EQ(words({0xc4, 0xe2, 0xf5, 0xb8, 0xc2}), "vfmadd231pd ymm0, ymm1, ymm2");
}

// vaddpd (%r11,%r10), %zmm1, %zmm0, and the same with %rbx and %rdx for one of the two.
TEST_F(InstructionDecoder, ReadsVectorsWhoseAddressHasTwoHighRegisters) {
  for (const std::uint8_t registers : {0x91, 0xb1, 0xd1})
    EXPECT_THAT(words({0x62, registers, 0xf5, 0x48, 0x58, 0x04, 0x13}),
                StartsWith("vaddpd zmm0 , zmm1, zmmword ptr ["))
        << int(registers);
}

TEST_F(InstructionDecoder, ReadsOneInstructionAtATime) {
  EXPECT_EQ(words({0xc3, 0x90, 0x90}), "ret");
  EXPECT_EQ(words({0x90, 0xc3}), "nop");
}

TEST_F(InstructionDecoder, RefusesWhatIsNone) {
  EXPECT_EQ(words({0x06, 0x06}), "-");  // a push of ES, which 64-bit code does not have
}

}  // namespace
}  // namespace cardon
