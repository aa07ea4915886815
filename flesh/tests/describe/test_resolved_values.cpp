// SPDX-License-Identifier: Apache-2.0
// Every value in resolved.yaml is read back as the same value.
#include <gmock/gmock.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "describe/resolved_yaml.hpp"
#include "sample_sections.hpp"

namespace cardon {
namespace {

using ::testing::HasSubstr;

// The value of a parameter of the thorn All after it was written and read.
AnyValue read_back(const std::string& name, const AnyValue& value) {
  samples::Given first("");
  ParameterValue held;
  held.value = value;
  first.parameters.section("All").set(name, held);
  const std::string text = resolved_yaml(first.parameters);
  const samples::Given second(text);
  EXPECT_EQ(second.errors(), "") << text;
  return second.parameters.section("All").at(name).value;
}

void expect_same_values(const samples::Given& first) {
  ASSERT_EQ(first.errors(), "");
  const std::string text = resolved_yaml(first.parameters);
  const samples::Given second(text);
  ASSERT_EQ(second.errors(), "") << text;
  for (const auto& [path, section] : first.all.sections()) {
    const auto a = first.parameters.instances(path), b = second.parameters.instances(path);
    ASSERT_EQ(a.size(), b.size()) << path << "\n" << text;
    for (std::size_t i = 0; i < a.size(); ++i)
      for (const ParameterDeclaration& p : section.parameters)
        EXPECT_TRUE(a[i]->at(p.name).value == b[i]->at(p.name).value) << p.name << "\n" << text;
  }
}

TEST(ResolvedValues, AreTheSameForEachType) {
  expect_same_values(samples::Given(""));
  expect_same_values(samples::Given(
      "title: 'Test: \"all\" # types'\n"
      "All:\n"
      "  {flag: true, count: 2147483647, order: 4, speed: 1 pc/yr, share: 1e-9, depth: -1 mm,\n"
      "   kind: shell, label: '~', profile: 'x > 0 ? -1 : sin(t)', every: 0.1 ms,\n"
      "   tree: {'a: b': [1, '', {c: null}], '~': [], d: {}}, model: {file: 'a b', dataset: /T},\n"
      "   curve: a.txt, flags: [false, true], counts: [], centre: [1 km, -0.1, pi],\n"
      "   labels: ['', '- a', '*b', phi], kinds: [c, c], times: [5, 2 h]}\n"));
}

TEST(ResolvedValues, AreTheSameForEachUseOfASection) {
  for (const char* text :
       {"out: {bare: }\n", "out: {bare: {count: 2}}\n", "out: {many: }\n", "out: {many: [{}]}\n",
        "out: {many: [{}, {every: 2 s}, {labels: [a]}]}\n", "deep: {inner: {flag: true}}\n"})
    expect_same_values(samples::Given(text));
}

TEST(ResolvedValues, KeepTheBitsOfReals) {
  using Limits = std::numeric_limits<double>;
  for (const double x : {Limits::max(), Limits::min(), Limits::denorm_min(), 0.1, 1. / 3, 1e23,
                         4.35, 9007199254740993., 1 + Limits::epsilon()}) {
    const Real back = std::get<Real>(read_back("speed", x));
    EXPECT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(x)) << x;
  }
  const std::vector<Real> point = {-0., -Limits::max(), -Limits::denorm_min()};
  const auto back = std::get<std::vector<Real>>(read_back("centre", point));
  EXPECT_EQ(back, point);
  EXPECT_TRUE(std::signbit(back[0]));
}

TEST(ResolvedValues, KeepIntegers) {
  const auto counts = std::vector<long>{1, 2147483647};
  EXPECT_TRUE(read_back("counts", counts) == AnyValue(counts));
}

TEST(ResolvedValues, KeepIntervals) {
  const std::vector<Interval> times = {{.iterations = 1},
                                       {.iterations = 9007199254740992},
                                       {.time = 5, .unit = "s"},
                                       {.time = 1e-300, .unit = "s"},
                                       {.time = 2e20, .unit = "s"}};
  EXPECT_TRUE(read_back("times", times) == AnyValue(times));
}

// "1" is the unit of runs whose times are plain numbers: 2.0 is a time and 2 a number of steps.
TEST(ResolvedValues, KeepTimesInTheUnitOfTheRun) {
  for (const char* unit : {"1", "Myr"}) {
    ParameterDeclaration every = declare_interval("every", "How often", "7");
    every.unit = unit;
    ParameterRegistry registry;
    registry.add(section("S", {every}));
    for (const Real time : {2., 1e-7, 3e22, 0.5}) {
      samples::Given given(registry, "");
      const AnyValue value = Interval{.time = time, .unit = every.unit == "1" ? "" : unit};
      given.parameters.section("S").set("every", {.value = value});
      const samples::Given again(registry, resolved_yaml(given.parameters));
      EXPECT_TRUE(again.parameters.section("S").at("every").value == value) << time << unit;
    }
  }
}

const std::vector<std::string> difficult_texts = {"",
                                                  " ",
                                                  " a",
                                                  "a ",
                                                  "~",
                                                  "null",
                                                  "Null",
                                                  "true",
                                                  "no",
                                                  "012",
                                                  "1e5",
                                                  "0x1F",
                                                  "-",
                                                  "--",
                                                  "---",
                                                  "- a",
                                                  "-a",
                                                  "...",
                                                  "*",
                                                  "*a",
                                                  "&a",
                                                  "!a",
                                                  "%a",
                                                  "@a",
                                                  "`a",
                                                  "|",
                                                  ">",
                                                  "?",
                                                  "? a",
                                                  ":",
                                                  "a:",
                                                  "a: b",
                                                  "a:b",
                                                  "#",
                                                  "a #b",
                                                  "a#b",
                                                  "[",
                                                  "]",
                                                  "[a]",
                                                  "{",
                                                  "{a}",
                                                  ",",
                                                  "a, b",
                                                  "'",
                                                  "'a'",
                                                  "\"",
                                                  "\"a\"",
                                                  "\\",
                                                  "\\n",
                                                  "a\\",
                                                  "a\nb",
                                                  "\n",
                                                  "\r\n",
                                                  "\t",
                                                  "a\tb",
                                                  "\x01",
                                                  "\x1b[31m",
                                                  "\x7f",
                                                  "a  b",
                                                  "=",
                                                  "<<",
                                                  "+",
                                                  "(a)",
                                                  "^2",
                                                  "\xc3\xa9",
                                                  "\xe6\x97\xa5\xe6\x9c\xac",
                                                  "\xf0\x9f\x8c\xb5",
                                                  "\xe2\x80\xa8",
                                                  "\xc2\x85",
                                                  "\xc2\xa0",
                                                  "\xef\xbb\xbf"
                                                  "a",
                                                  "# default",
                                                  std::string("a\0b", 3),
                                                  std::string(2000, 'x'),
                                                  std::string(200, '"')};

TEST(ResolvedValues, KeepDifficultTexts) {
  for (const std::string& text : difficult_texts)
    EXPECT_EQ(std::get<std::string>(read_back("label", text)), text)
        << ::testing::PrintToString(text);
  EXPECT_TRUE(read_back("labels", difficult_texts) == AnyValue(difficult_texts));
}

TEST(ResolvedValues, KeepDifficultKeysOfTrees) {
  Node tree;
  tree.kind = Node::Kind::map;
  for (const std::string& text : difficult_texts) {
    if (text.empty() || text.size() > 1000) continue;  // no keys of YAML
    Node member = Node::list({Node::scalar(text), Node()});
    member.key = text;
    tree.children.push_back(member);
  }
  const Node back = std::get<Node>(read_back("tree", tree));
  ASSERT_EQ(back.children.size(), tree.children.size()) << tree.to_yaml();
  for (std::size_t i = 0; i < tree.children.size(); ++i)
    EXPECT_TRUE(back.children[i] == tree.children[i])
        << ::testing::PrintToString(tree.children[i].key);
}

TEST(ResolvedValues, QuoteWhatOtherReadersTakeForSomethingElse) {
  samples::Given given("All: {labels: ['~', '*a', 'a: b', 'a #b', 'x, y', '-', plain text]}\n");
  EXPECT_THAT(
      resolved_yaml(given.parameters),
      HasSubstr("labels: [\"~\", \"*a\", \"a: b\", \"a #b\", \"x, y\", \"-\", plain text]"));
}

}  // namespace
}  // namespace cardon
