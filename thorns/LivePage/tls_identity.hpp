// SPDX-License-Identifier: Apache-2.0
// What the server proves who it is with.
#pragma once
#include <openssl/ossl_typ.h>

#include <cardon/thorn/error.hpp>
#include <memory>
#include <string>
#include <vector>

namespace cardon {

struct TlsDeleter {
  void operator()(X509* certificate) const;
  void operator()(EVP_PKEY* key) const;
};
using TlsCertificate = std::unique_ptr<X509, TlsDeleter>;

/// A certificate with its private key, and the certificates between it and its authority.
struct TlsIdentity {
  TlsCertificate certificate;
  std::vector<TlsCertificate> chain;
  std::unique_ptr<EVP_PKEY, TlsDeleter> key;
  bool self_signed = false;  ///< made for this run
};

/// A file that a parameter names.
struct TlsFile {
  std::string path;
  Location where;
};

/// From PEM files, the certificate of the server first. Throws Error page/certificate, page/key, or
/// both, for files that are missing, hold something else, do not belong together, or are too weak.
TlsIdentity read_identity(const TlsFile& certificate, const TlsFile& key);

/// SHA-256 of the certificate, as browsers show it: "A1:B2:...".
std::string fingerprint(const TlsIdentity& identity);

/// "expired on Nov 26 13:51:10 2026 GMT", "is not valid before ..."; empty: it is valid now.
std::string why_invalid_now(const TlsIdentity& identity);

/// Has a server use it. Returns what OpenSSL says against it; empty: nothing.
std::string use_identity(SSL_CTX& context, const TlsIdentity& identity);

}  // namespace cardon
