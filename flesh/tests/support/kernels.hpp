// SPDX-License-Identifier: Apache-2.0
// Include this in one source of a test program whose tests run kernels.
#pragma once
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

namespace cardon::test {

class Kernels : public ::testing::Environment {
 public:
  void SetUp() override { Kokkos::initialize(); }
  void TearDown() override { Kokkos::finalize(); }
};

[[maybe_unused]] inline const auto* const kernels =
    ::testing::AddGlobalTestEnvironment(new Kernels);

}  // namespace cardon::test
