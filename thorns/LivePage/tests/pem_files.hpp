// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <memory>
#include <string>

#include "tls_identity.hpp"

namespace cardon {

using PemBio = std::unique_ptr<BIO, int (*)(BIO*)>;

inline std::string text_of(const PemBio& bio) {
  char* text = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &text);
  return {text, std::size_t(size)};
}

inline std::string certificate_pem(const TlsIdentity& identity) {
  const PemBio bio(BIO_new(BIO_s_mem()), BIO_free);
  PEM_write_bio_X509(bio.get(), identity.certificate.get());
  return text_of(bio);
}

/// With a passphrase: encrypted by it.
inline std::string key_pem(const TlsIdentity& identity, std::string passphrase = "") {
  const PemBio bio(BIO_new(BIO_s_mem()), BIO_free);
  PEM_write_bio_PKCS8PrivateKey(bio.get(), identity.key.get(),
                                passphrase.empty() ? nullptr : EVP_aes_128_cbc(), passphrase.data(),
                                int(passphrase.size()), nullptr, nullptr);
  return text_of(bio);
}

}  // namespace cardon
