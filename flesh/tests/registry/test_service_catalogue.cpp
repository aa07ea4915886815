// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <functional>

#include "registry/service_catalogue.hpp"
#include "registry/thorn_file.hpp"

namespace cardon {
namespace {

using testing::HasSubstr;

ThornDeclaration provider(const std::string& thorn, const std::string& name,
                          std::vector<std::string> features, const std::string& role = "driver") {
  ServiceDeclaration service;
  service.role = role;
  service.name = name;
  service.description = "Under test";
  service.features = std::move(features);
  ThornDeclaration declaration{.name = thorn, .summary = "Under test"};
  declaration.services.push_back(service);
  return declaration;
}

std::string text_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return format_problems(error.problems(), "");
  }
  return "";
}

TEST(ServiceCatalogue, FindsWhatAServiceSaysAboutItself) {
  ServiceCatalogue catalogue;
  catalogue.add(provider("Plain", "plain", {feature::standard}));
  catalogue.add(provider("Wide", "wide", {feature::sites}));
  EXPECT_EQ(catalogue.require_with("driver", feature::standard).service.name, "plain");
  EXPECT_EQ(catalogue.require_with("driver", feature::sites).thorn, "Wide");
  EXPECT_EQ(catalogue.find_with("transport", feature::standard), nullptr);
  EXPECT_THAT(text_of([&] { catalogue.require_with("transport", feature::launched); }),
              HasSubstr("no thorn provides a transport with the feature 'launched'"));
}

TEST(ServiceCatalogue, ARoleHasOneStandardService) {
  ServiceCatalogue catalogue;
  catalogue.add(provider("Plain", "plain", {feature::standard}));
  catalogue.add(provider("Self", "self", {feature::standard}, "transport"));
  catalogue.add(provider("Wide", "wide", {feature::sites}));
  EXPECT_THAT(text_of([&] { catalogue.add(provider("Other", "other", {feature::standard})); }),
              HasSubstr("Plain and Other both provide the standard driver"));
}

TEST(ServiceCatalogue, AWordThatIsNoFeatureIsRefused) {
  EXPECT_EQ(text_of([] { check_declaration(provider("Wide", "wide", {feature::sites})); }), "");
  EXPECT_THAT(text_of([] { check_declaration(provider("Wide", "wide", {"site"})); }),
              HasSubstr("driver wide has the unknown feature 'site'; features are standard"));
}

TEST(ServiceCatalogue, OnlyCodecsSuggestChains) {
  ThornDeclaration thorn = provider("Wide", "wide", {});
  thorn.services[0].chains = {{"zlib"}};
  EXPECT_THAT(text_of([&] { check_declaration(thorn); }), HasSubstr("suggests a chain of codecs"));
  thorn.services[0].role = "codec";
  EXPECT_EQ(text_of([&] { check_declaration(thorn); }), "");
}

}  // namespace
}  // namespace cardon
