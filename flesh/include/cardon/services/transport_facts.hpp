// SPDX-License-Identifier: Apache-2.0
// What a transport's library is set to, for `cardon probe`.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace cardon {

/// Facts on a transport; the service has the name of the transport that it describes.
class TransportFacts {
 public:
  using Setting = std::pair<std::string, std::string>;  ///< name and value, as users write them
  virtual ~TransportFacts() = default;
  /// Settings that matter on slow links, as this rank sees them. The transport exists.
  virtual std::vector<Setting> settings() const = 0;
};

}  // namespace cardon
