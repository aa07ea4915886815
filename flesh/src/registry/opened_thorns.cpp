// SPDX-License-Identifier: Apache-2.0
#include "registry/opened_thorns.hpp"

namespace cardon {

ThornDeclaration OpenedThorns::open(const ThornFile& thorn, const Location& where) {
  const std::lock_guard lock(mutex_);
  const auto known = by_file_.find(thorn.file);
  if (known != by_file_.end()) return known->second;
  return by_file_.emplace(thorn.file, open_thorn(thorn, where)).first->second;
}

}  // namespace cardon
