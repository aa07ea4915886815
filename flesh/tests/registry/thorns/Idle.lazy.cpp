// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

using namespace cardon;

namespace {

class IdleOutput : public Output {
 public:
  void open(const OutputSetup&) override {}
  void write(const Snapshot&) override {}
  std::size_t bytes_written() const override { return 42; }
};

}  // namespace

CARDON_LAZY_SERVICES(lazy_service<Output, IdleOutput>("idle"));
