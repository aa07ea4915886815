// SPDX-License-Identifier: Apache-2.0
// The one function of FileDigest.so: only runs need OpenSSL's libcrypto, which has 5,000 addresses
// that the system's loader adjusts.
#pragma once
#include <filesystem>
#include <string>

/// SHA-256 of a file in hexadecimal digits, as sha256sum prints it; empty: it cannot be read.
extern "C" void cardon_file_digest(const std::filesystem::path& file, std::string& digest);
