// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/exchange_boxes.hpp>
#include <cardon/plan/plan.hpp>
#include <map>
#include <memory>
#include <vector>

namespace cardon::grid_driver {

/// Some points of one field of an exchange.
struct Part {
  std::size_t field = 0;  ///< index into the fields of the exchange
  Box box;
};

/// What travels between two blocks in one exchange, in the order of the message.
struct Route {
  int peer = 0;  ///< the other block
  std::vector<Part> parts;
  std::size_t values = 0;  ///< points of all parts
};

/// What one block does in an exchange of certain fields to certain depths; made once.
struct ExchangePattern {
  struct Copy {
    std::size_t field = 0;
    ImageCopy image;
  };
  int link = 0;  ///< of the plan: 0 between blocks, else wide
  std::vector<plan::SlotDepth> fields;
  std::vector<Route> receives, sends;
  std::vector<Copy> copies;
};

/// The exchange patterns of one block.
class ExchangePatterns {
 public:
  /// `layout` is referred to.
  ExchangePatterns(const Layout& layout, int block) : layout_(layout), block_(block) {}
  /// The pattern of an exchange operation; stays where it is.
  const ExchangePattern& find(const plan::Operation& exchange);
  /// Forgets all of them: the links of the plan have changed.
  void clear() { patterns_.clear(); }

 private:
  std::unique_ptr<ExchangePattern> make(const plan::Operation& exchange) const;

  const Layout& layout_;
  int block_;
  std::vector<std::unique_ptr<ExchangePattern>> patterns_;
};

}  // namespace cardon::grid_driver
