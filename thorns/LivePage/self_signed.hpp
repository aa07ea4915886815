// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "tls_identity.hpp"

namespace cardon {

/// Names and addresses under which this computer may be reached, and `address`, as certificates
/// list them: "DNS:node017", "IP:10.1.0.17". Asks no name server, which could take long.
std::vector<std::string> names_of_host(const std::string& address);

/// A new certificate for these names, signed by itself and valid for a year; its key is in memory
/// only. Throws Error page/certificate (exit_environment).
TlsIdentity make_identity(const std::vector<std::string>& names);

}  // namespace cardon
