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
  using Plain = Result (*)(BlockType&);  ///< a C++ function
  using Target = void (*)();             ///< a function of any type, cast back by its Caller
  /// Casts a Target to its type and calls it with the block.
  using Caller = Result (*)(BlockType&, Target);

  /// No function: calling it is an error.
  BlockFunction() = default;
  /// No function, as by default.
  BlockFunction(std::nullptr_t) {}
  /// A C++ function or a lambda without captures.
  template <std::convertible_to<Plain> F>
  BlockFunction(F function) : plain_(function) {}
  /// `target` is a function of any type; `caller` knows of which.
  BlockFunction(Caller caller, Target target) : caller_(caller), target_(target) {}

  /// Calls the function, which must not be null.
  Result operator()(BlockType& block) const {
    return caller_ ? caller_(block, target_) : plain_(block);
  }
  /// Whether there is a function.
  explicit operator bool() const { return plain_ || caller_; }
  /// Whether both call the same function.
  bool operator==(const BlockFunction&) const = default;
  /// Order of addresses, for use as a key; it differs from run to run.
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
