// SPDX-License-Identifier: Apache-2.0
#include "tls_identity.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

namespace cardon {

void TlsDeleter::operator()(X509* certificate) const { X509_free(certificate); }
void TlsDeleter::operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }

namespace {

constexpr std::size_t longest_pem = 1 << 20;
using Bio = std::unique_ptr<BIO, int (*)(BIO*)>;

Bio bio_of(const std::string& text) {
  return {BIO_new_mem_buf(text.data(), int(text.size())), BIO_free};
}

/// What OpenSSL complains of first, in this thread. Forgets it all.
std::string complaint() {
  const char* reason = ERR_reason_error_string(ERR_peek_error());
  std::string text = reason == nullptr ? "unknown reason" : reason;
  ERR_clear_error();
  return text;
}

/// Reads the two files and gathers what is wrong with them.
class IdentityReader {
 public:
  TlsIdentity read(const TlsFile& certificate, const TlsFile& key) {
    if (const auto text = text_of(certificate, "page/certificate", "page.certificate"))
      take_certificates(certificate, *text);
    if (const auto text = text_of(key, "page/key", "page.key")) take_key(key, *text);
    if (problems_.empty()) check_pair(certificate, key);
    if (!problems_.empty()) throw Error(std::move(problems_));
    return std::move(identity_);
  }

 private:
  std::optional<std::string> text_of(const TlsFile& file, const char* slug, const char* name) {
    std::error_code code;
    const bool regular = std::filesystem::is_regular_file(file.path, code);
    std::string reason = code ? code.message() : "it is not a regular file";
    if (regular) {  // a pipe would wait for somebody who writes
      std::ifstream in(file.path, std::ios::binary);
      reason = std::strerror(errno);
      std::string text(longest_pem, '\0');
      if (in) {
        in.read(text.data(), std::streamsize(text.size()));
        text.resize(std::size_t(in.gcount()));
        return text;
      }
    }
    problems_.push_back({.slug = slug,
                         .message = fmt::format("cannot read {} {}: {}", name, file.path, reason),
                         .where = file.where,
                         .help = "the file must be readable on the computer of rank 0; a relative "
                                 "path starts at the folder in which the run is started"});
    return {};
  }

  void take_certificates(const TlsFile& file, const std::string& text) {
    const Bio bio = bio_of(text);
    while (X509* next = PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr))
      (identity_.certificate ? identity_.chain.emplace_back() : identity_.certificate).reset(next);
    ERR_clear_error();
    if (identity_.certificate) return;
    problems_.push_back(
        {.slug = "page/certificate",
         .message =
             fmt::format("page.certificate {} holds no certificate in PEM format", file.path),
         .where = file.where,
         .notes = {"expected a text with the line -----BEGIN CERTIFICATE-----"},
         .help = "openssl x509 -inform DER -in FILE -out page.pem converts other formats"});
  }

  void take_key(const TlsFile& file, const std::string& text) {
    // Without this OpenSSL would ask for the passphrase on the terminal of the run.
    const auto no_passphrase = [](char*, int, int, void*) { return -1; };
    const Bio bio = bio_of(text);
    identity_.key.reset(PEM_read_bio_PrivateKey(bio.get(), nullptr, no_passphrase, nullptr));
    ERR_clear_error();
    if (identity_.key) return;
    const bool encrypted = text.find("ENCRYPTED") != text.npos;
    problems_.push_back(
        {.slug = "page/key",
         .message = fmt::format(
             "page.key {} {}", file.path,
             encrypted ? "is protected by a passphrase" : "holds no private key in PEM format"),
         .where = file.where,
         .help = encrypted ? "openssl pkey -in FILE -out page.key writes the key without one; only "
                             "you should be able to read that file"
                           : "openssl pkey -inform DER -in FILE -out page.key converts other "
                             "formats"});
  }

  void check_pair(const TlsFile& certificate, const TlsFile& key) {
    if (X509_check_private_key(identity_.certificate.get(), identity_.key.get()) != 1) {
      ERR_clear_error();
      problems_.push_back({.slug = "page/key",
                           .message = fmt::format("page.key {} does not belong to page.certificate "
                                                  "{}",
                                                  key.path, certificate.path),
                           .where = key.where,
                           .notes = {"the certificate of the server comes first in its file, those "
                                     "of its authorities follow"},
                           .help = "give the key for which the certificate was made"});
      return;
    }
    const std::unique_ptr<SSL_CTX, void (*)(SSL_CTX*)> trial(SSL_CTX_new(TLS_server_method()),
                                                             SSL_CTX_free);
    const std::string objection = trial ? use_identity(*trial, identity_) : complaint();
    if (!objection.empty())
      problems_.push_back({.slug = "page/certificate",
                           .message = fmt::format("OpenSSL refuses page.certificate {}: {}",
                                                  certificate.path, objection),
                           .where = certificate.where,
                           .help = "a new certificate with an ECDSA key, or an RSA key of at least "
                                   "2048 bits, is accepted everywhere"});
  }

  TlsIdentity identity_;
  std::vector<Problem> problems_;
};

std::string text_of(const ASN1_TIME* time) {
  const Bio bio(BIO_new(BIO_s_mem()), BIO_free);
  char* text = nullptr;
  if (!bio || ASN1_TIME_print(bio.get(), time) != 1) return "an unknown date";
  const long size = BIO_get_mem_data(bio.get(), &text);
  return {text, std::size_t(size)};
}

}  // namespace

TlsIdentity read_identity(const TlsFile& certificate, const TlsFile& key) {
  return IdentityReader().read(certificate, key);
}

std::string fingerprint(const TlsIdentity& identity) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  X509_digest(identity.certificate.get(), EVP_sha256(), digest.data(), &size);
  return fmt::format("{:02X}", fmt::join(digest.data(), digest.data() + size, ":"));
}

std::string why_invalid_now(const TlsIdentity& identity) {
  const ASN1_TIME* first = X509_get0_notBefore(identity.certificate.get());
  const ASN1_TIME* last = X509_get0_notAfter(identity.certificate.get());
  if (X509_cmp_current_time(last) < 0) return "expired on " + text_of(last);
  if (X509_cmp_current_time(first) > 0) return "is not valid before " + text_of(first);
  return "";
}

std::string use_identity(SSL_CTX& context, const TlsIdentity& identity) {
  bool used = SSL_CTX_use_certificate(&context, identity.certificate.get()) == 1 &&
              SSL_CTX_use_PrivateKey(&context, identity.key.get()) == 1;
  for (const TlsCertificate& next : identity.chain)
    used = used && SSL_CTX_add1_chain_cert(&context, next.get()) == 1;
  return used ? "" : complaint();
}

}  // namespace cardon
