// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace cardon {

/// A function of a block, as thorns give it: one of C++, or one of another language together with
/// the one of C++ that calls it. Compares by address.
template <class Result, class BlockType>
class BlockFunction {
 public:
  using Plain = Result (*)(BlockType&);
  using Target = void (*)();
  using Caller = Result (*)(BlockType&, Target);

  BlockFunction() = default;
  BlockFunction(std::nullptr_t) {}
  template <std::convertible_to<Plain> F>
  BlockFunction(F function) : plain_(function) {}
  /// `target` is a function of any type; `caller` knows of which.
  BlockFunction(Caller caller, Target target) : caller_(caller), target_(target) {}

  Result operator()(BlockType& block) const {
    return caller_ ? caller_(block, target_) : plain_(block);
  }
  explicit operator bool() const { return plain_ || caller_; }
  bool operator==(const BlockFunction&) const = default;
  bool operator<(const BlockFunction& other) const { return address() < other.address(); }

 private:
  std::uintptr_t address() const {
    return target_ ? reinterpret_cast<std::uintptr_t>(target_)
                   : reinterpret_cast<std::uintptr_t>(plain_);
  }

  Plain plain_ = nullptr;
  Caller caller_ = nullptr;
  Target target_ = nullptr;
};

}  // namespace cardon
