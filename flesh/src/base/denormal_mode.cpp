// SPDX-License-Identifier: Apache-2.0
#include "base/denormal_mode.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace cardon {
namespace {

#if defined(__x86_64__)
constexpr unsigned long flushing = 0x8040;  // flush to zero, denormals are zero
unsigned long mode() { return _mm_getcsr(); }
void set_mode(unsigned long mode) { _mm_setcsr(unsigned(mode)); }
#elif defined(__aarch64__)
constexpr unsigned long flushing = 1ul << 24;  // FZ
unsigned long mode() {
  unsigned long mode;
  asm volatile("mrs %0, fpcr" : "=r"(mode));
  return mode;
}
void set_mode(unsigned long mode) { asm volatile("msr fpcr, %0" : : "r"(mode)); }
#else
constexpr unsigned long flushing = 0;
unsigned long mode() { return 0; }
void set_mode(unsigned long) {}
#endif

}  // namespace

DenormalMode::DenormalMode(Treatment treatment) : before_(mode()) {
  set_mode(treatment == Treatment::flush ? before_ | flushing : before_ & ~flushing);
}

DenormalMode::~DenormalMode() { set_mode(before_); }

DenormalMode::Treatment DenormalMode::current() {
  return (mode() & flushing) != 0 ? Treatment::flush : Treatment::keep;
}

}  // namespace cardon
