// SPDX-License-Identifier: Apache-2.0
#include "self_signed.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509v3.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace cardon {
namespace {

constexpr long day = 24L * 3600;       // s
constexpr std::size_t max_names = 64;  // names in a certificate
constexpr int serial_bits = 120;

[[noreturn]] void fail() {
  const char* reason = ERR_reason_error_string(ERR_peek_error());
  ERR_clear_error();
  throw Error({.slug = "page/certificate",
               .message = fmt::format("OpenSSL cannot make a certificate for the live page: {}",
                                      reason == nullptr ? "unknown reason" : reason),
               .help = "give page.certificate and page.key"},
              exit_environment);
}

void expect(bool done) {
  if (!done) fail();
}

bool is_name(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '.' || c == '_';
  });
}

std::string as_entry(const std::string& name) {
  std::array<unsigned char, sizeof(in6_addr)> bytes{};
  if (inet_pton(AF_INET, name.c_str(), bytes.data()) == 1 ||
      inet_pton(AF_INET6, name.c_str(), bytes.data()) == 1)
    return "IP:" + name;
  return is_name(name) ? "DNS:" + name : "";
}

/// "10.1.0.17"; empty for what is not an address of the network, or only of one of its links.
std::string text_of(const sockaddr* address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const void* bytes = nullptr;
  if (address != nullptr && address->sa_family == AF_INET)
    bytes = &reinterpret_cast<const sockaddr_in*>(address)->sin_addr;
  if (address != nullptr && address->sa_family == AF_INET6) {
    const in6_addr& own = reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr;
    if (!IN6_IS_ADDR_LINKLOCAL(&own)) bytes = &own;
  }
  if (bytes == nullptr) return "";
  const char* made = inet_ntop(address->sa_family, bytes, text.data(), text.size());
  return made == nullptr ? "" : made;
}

std::unique_ptr<EVP_PKEY, TlsDeleter> make_key() {
  const std::unique_ptr<EVP_PKEY_CTX, void (*)(EVP_PKEY_CTX*)> maker(
      EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nullptr), EVP_PKEY_CTX_free);
  EVP_PKEY* key = nullptr;
  expect(maker && EVP_PKEY_keygen_init(maker.get()) == 1 &&
         EVP_PKEY_CTX_set_ec_paramgen_curve_nid(maker.get(), NID_X9_62_prime256v1) == 1 &&
         EVP_PKEY_keygen(maker.get(), &key) == 1);
  return std::unique_ptr<EVP_PKEY, TlsDeleter>(key);
}

/// Browsers refuse two certificates of the same issuer with the same number.
void number_at_random(X509* certificate) {
  const std::unique_ptr<BIGNUM, void (*)(BIGNUM*)> number(BN_new(), BN_free);
  expect(number && BN_rand(number.get(), serial_bits, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1 &&
         BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(certificate)) != nullptr);
}

void extend(X509* certificate, int what, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
  const std::unique_ptr<X509_EXTENSION, void (*)(X509_EXTENSION*)> extension(
      X509V3_EXT_conf_nid(nullptr, &context, what, value.c_str()), X509_EXTENSION_free);
  expect(extension && X509_add_ext(certificate, extension.get(), -1) == 1);
}

}  // namespace

std::vector<std::string> names_of_host(const std::string& address) {
  std::vector<std::string> names;
  const auto add = [&names](const std::string& name) {
    const std::string entry = as_entry(name);
    const bool is_new = std::find(names.begin(), names.end(), entry) == names.end();
    if (!entry.empty() && is_new && names.size() < max_names) names.push_back(entry);
  };
  std::array<char, 256> host{};
  if (gethostname(host.data(), host.size() - 1) == 0) add(host.data());
  if (address != "0.0.0.0" && address != "::") add(address);
  for (const char* loopback : {"localhost", "127.0.0.1", "::1"}) add(loopback);
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) == 0) {
    for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) add(text_of(one->ifa_addr));
    freeifaddrs(all);
  }
  return names;
}

TlsIdentity make_identity(const std::vector<std::string>& names) {
  TlsIdentity made{.certificate = TlsCertificate(X509_new()),
                   .chain = {},
                   .key = make_key(),
                   .self_signed = true};
  X509* const certificate = made.certificate.get();
  const auto* title = reinterpret_cast<const unsigned char*>("Cardon live page");
  X509_NAME* const name = certificate == nullptr ? nullptr : X509_get_subject_name(certificate);
  expect(name != nullptr && X509_set_version(certificate, 2) == 1 &&
         X509_gmtime_adj(X509_getm_notBefore(certificate), -day) != nullptr &&
         X509_gmtime_adj(X509_getm_notAfter(certificate), 365 * day) != nullptr &&
         X509_set_pubkey(certificate, made.key.get()) == 1 &&
         X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, title, -1, -1, 0) == 1 &&
         X509_set_issuer_name(certificate, name) == 1);
  number_at_random(certificate);
  extend(certificate, NID_basic_constraints, "critical,CA:FALSE");
  extend(certificate, NID_key_usage, "critical,digitalSignature");
  extend(certificate, NID_ext_key_usage, "serverAuth");
  extend(certificate, NID_subject_alt_name, fmt::format("{}", fmt::join(names, ",")));
  expect(X509_sign(certificate, made.key.get(), EVP_sha256()) > 0);
  return made;
}

}  // namespace cardon
