// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include "pem_files.hpp"
#include "self_signed.hpp"
#include "support/scratch_folder.hpp"

namespace cardon {
namespace {

using testing::Contains;
using testing::HasSubstr;

class IdentityFiles : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_.path / name).string(); }
  TlsIdentity read(const std::string& certificate = "page.pem",
                   const std::string& key = "page.key") const {
    return read_identity({path(certificate), {}}, {path(key), {}});
  }
  /// "SLUG: MESSAGE" for each problem.
  std::vector<std::string> mistakes(const std::string& certificate, const std::string& key) const {
    std::vector<std::string> found;
    try {
      read(certificate, key);
    } catch (const Error& error) {
      for (const Problem& p : error.problems()) found.push_back(p.slug + ": " + p.message);
    }
    return found;
  }
  void SetUp() override {
    folder_.write("page.pem", certificate_pem(identity_));
    folder_.write("page.key", key_pem(identity_));
    folder_.write("text", "no PEM\n");
  }

  ScratchFolder folder_;
  const TlsIdentity identity_ = make_identity({"DNS:one.example", "IP:10.1.0.17"});
};

TEST_F(IdentityFiles, AreReadAsTheyWereWritten) {
  EXPECT_EQ(fingerprint(read()), fingerprint(identity_));
  EXPECT_EQ(why_invalid_now(read()), "");
}

TEST_F(IdentityFiles, CertificatesOfAuthoritiesFollowThatOfTheServer) {
  const TlsIdentity other = make_identity({"DNS:two.example"});
  folder_.write("both.pem", certificate_pem(identity_) + certificate_pem(other));
  const TlsIdentity made = read("both.pem");
  EXPECT_EQ(fingerprint(made), fingerprint(identity_));
  EXPECT_EQ(made.chain.size(), 1u);
  folder_.write("wrong-order.pem", certificate_pem(other) + certificate_pem(identity_));
  EXPECT_THAT(mistakes("wrong-order.pem", "page.key"), Contains(HasSubstr("does not belong")));
}

TEST_F(IdentityFiles, AllMistakesAreFoundAtOnce) {
  const auto found = mistakes("nowhere.pem", "text");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_THAT(found[0], HasSubstr("page/certificate: cannot read page.certificate " +
                                  path("nowhere.pem") + ": No such file or directory"));
  EXPECT_THAT(found[1], HasSubstr("page/key: page.key " + path("text") + " holds no private key"));
}

TEST_F(IdentityFiles, FoldersAndOtherTextsAreNoCertificates) {
  EXPECT_THAT(mistakes("text", "page.key"), Contains(HasSubstr("holds no certificate")));
  EXPECT_THAT(mistakes("", "page.key"), Contains(HasSubstr("it is not a regular file")));
  EXPECT_THAT(mistakes("page.pem", "page.pem"), Contains(HasSubstr("holds no private key")));
}

TEST_F(IdentityFiles, NobodyIsAskedForAPassphrase) {
  folder_.write("secret.key", key_pem(identity_, "word"));
  EXPECT_THAT(mistakes("page.pem", "secret.key"), Contains(HasSubstr("passphrase")));
}

TEST_F(IdentityFiles, AKeyBelongsToItsCertificate) {
  folder_.write("other.key", key_pem(make_identity({"DNS:two.example"})));
  EXPECT_THAT(mistakes("page.pem", "other.key"),
              Contains(HasSubstr("page/key: page.key " + path("other.key") + " does not belong")));
}

TEST(SelfSigned, IsForTheNamesGiven) {
  const TlsIdentity made = make_identity({"DNS:one.example", "IP:10.1.0.17", "IP:fd00::2"});
  X509* const certificate = made.certificate.get();
  EXPECT_EQ(X509_check_host(certificate, "one.example", 0, 0, nullptr), 1);
  EXPECT_EQ(X509_check_ip_asc(certificate, "10.1.0.17", 0), 1);
  EXPECT_EQ(X509_check_ip_asc(certificate, "fd00::2", 0), 1);
  EXPECT_EQ(X509_check_host(certificate, "two.example", 0, 0, nullptr), 0);
  EXPECT_EQ(why_invalid_now(made), "");
  EXPECT_EQ(fingerprint(made).size(), 32u * 3 - 1);
}

TEST(SelfSigned, EachHasAKeyAndANumberOfItsOwn) {
  const TlsIdentity a = make_identity({"DNS:a"}), b = make_identity({"DNS:a"});
  EXPECT_NE(fingerprint(a), fingerprint(b));
  EXPECT_NE(ASN1_INTEGER_cmp(X509_get0_serialNumber(a.certificate.get()),
                             X509_get0_serialNumber(b.certificate.get())),
            0);
}

TEST(SelfSigned, NamesAreThoseOfTheHostAndTheOneAskedFor) {
  const auto names = names_of_host("node017");
  EXPECT_THAT(names, Contains("DNS:node017"));
  EXPECT_THAT(names, Contains("IP:127.0.0.1"));
  EXPECT_THAT(names_of_host("10.9.8.7"), Contains("IP:10.9.8.7"));
  EXPECT_THAT(names_of_host("x,DNS:evil.example"), testing::Not(Contains(HasSubstr("evil"))));
  EXPECT_THAT(names_of_host("0.0.0.0"), testing::Not(Contains("IP:0.0.0.0")));
}

TEST(Validity, EndsAndBegins) {
  TlsIdentity made = make_identity({"DNS:a"});
  X509_gmtime_adj(X509_getm_notAfter(made.certificate.get()), -60);
  EXPECT_THAT(why_invalid_now(made), HasSubstr("expired on "));
  X509_gmtime_adj(X509_getm_notAfter(made.certificate.get()), 7200);
  X509_gmtime_adj(X509_getm_notBefore(made.certificate.get()), 3600);
  EXPECT_THAT(why_invalid_now(made), HasSubstr("is not valid before "));
}

}  // namespace
}  // namespace cardon
