// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <sstream>

#include "output/lossy_links.hpp"
#include "run/link_figures.hpp"

namespace cardon::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// A rank with a link between its blocks and one to another site.
Timings rank(double wait, double exposed) {
  Timings t;
  t.links.push_back({.name = "intra", .depth = 1, .exchanges = 8, .messages = 16});
  t.links.push_back({.name = "a-b",
                     .depth = 4,
                     .codec = "zlib-1",
                     .exchanges = 2,
                     .messages = 3,
                     .bytes_raw = 3000000,
                     .bytes_sent = 1000000,
                     .wait = wait,
                     .flight = 4,
                     .exposed = exposed,
                     .pieces = 30});
  return t;
}

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> words;
  std::istringstream stream(line);
  for (std::string word; std::getline(stream, word, '\t');) words.push_back(word);
  return words;
}

TEST(LinkFigures, AddUpOverRanks) {
  const LinkFigures link = link_figures({rank(0.5, 1), rank(0.25, 3)}).at(1);
  EXPECT_TRUE(link.wide);
  EXPECT_EQ(link.depth, 4);
  EXPECT_EQ(link.exchanges, 2);
  EXPECT_EQ(link.messages, 6);
  EXPECT_EQ(link.pieces, 60);
  EXPECT_EQ(link.bytes_raw, 6000000);
  EXPECT_DOUBLE_EQ(link.ratio(), 3);
  EXPECT_DOUBLE_EQ(link.exposed_wait, 0.5);
  EXPECT_DOUBLE_EQ(link.hidden, 0.5);
}

TEST(LinkFigures, SendersMayChooseTheirOwnCodecs) {
  Timings own = rank(0.5, 1), silent = rank(0.5, 1);
  own.links[1].codec = "none (chosen by the rank)";
  silent.links[1].codec = "lz4";
  silent.links[1].messages = 0;
  const auto figures = link_figures({silent, rank(0.5, 1), own, rank(0.5, 1)});
  EXPECT_EQ(figures.at(1).codec, "zlib-1 on 2 ranks, none (chosen by the rank) on 1");
  EXPECT_THAT(figures.at(1).own_codecs, ElementsAre(2));
  EXPECT_THAT(
      link_table(figures),
      HasSubstr("\ncodecs on link a-b: zlib-1 on 2 ranks, none (chosen by the rank) on 1\n"));
  EXPECT_THAT(link_table(link_figures({rank(0.5, 1)})), Not(HasSubstr("codecs")));
  EXPECT_EQ(link_figures({own, own}).at(1).codec, "none (chosen by the rank)");
  EXPECT_THAT(link_figures({own, own}).at(1).own_codecs, ElementsAre(0, 1));
}

TEST(LinkFigures, ExchangesAreThoseOfTheRankWithMost) {
  Timings far = rank(0, 0);
  far.links[1].exchanges = 0;
  EXPECT_EQ(link_figures({far, rank(0, 0)}).at(1).exchanges, 2);
}

TEST(LinkFigures, NothingSentIsAllHiddenAndNotCompressed) {
  const LinkFigures link = link_figures({rank(0, 0)}).at(0);
  EXPECT_FALSE(link.wide);
  EXPECT_EQ(link.hidden, 1);
  EXPECT_EQ(link.ratio(), 1);
}

TEST(LinkFigures, ARankMayExposeAllOfAFlightButNotMore) {
  EXPECT_DOUBLE_EQ(hidden_fraction({rank(4, 4)}, 1), 0);
  EXPECT_DOUBLE_EQ(hidden_fraction({rank(4, 4.5)}, 1), 0);
}

TEST(LinkFigures, ScreenShowsLinksBetweenSitesOnly) {
  const std::string table = link_table(link_figures({rank(0.5, 1), rank(0.25, 1)}));
  EXPECT_THAT(table, testing::ContainsRegex("a-b +6 +2.0 MB +3.00 +0.5000 +75.0 %"));
  EXPECT_THAT(table, testing::Not(HasSubstr("intra")));
  Timings alone = rank(0, 0);
  alone.links.pop_back();
  EXPECT_THAT(link_table(link_figures({alone})), IsEmpty());
}

TEST(LinkFigures, TableForProgramsHasAColumnForEveryFigure) {
  std::istringstream lines(link_tsv(link_figures({rank(0.5, 1)})));
  std::string header, intra, wide;
  std::getline(lines, header);
  std::getline(lines, intra);
  std::getline(lines, wide);
  EXPECT_EQ(split(header).size(), split(wide).size());
  EXPECT_THAT(split(wide), testing::ElementsAre("a-b", "4", "zlib-1", "yes", "2", "3", "30",
                                                "3000000", "1000000", "3", "0.5", "0.75"));
}

TEST(LinkFigures, LossesAreNamed) {
  Timings t = rank(0, 0);
  EXPECT_THAT(losses_text(t.links), IsEmpty());
  t.links[1].lossless = false;
  t.links[1].codec = "zfp-1e-6";
  EXPECT_EQ(losses_text(t.links), "zfp-1e-6 on link a-b");
}

TEST(LinkFigures, LinksBetweenSitesHideTheOneBetweenBlocks) {
  Timings t = rank(0, 1);
  t.links[0].flight = 100;
  const LinkTimings sum = taken_together(t.links);
  EXPECT_EQ(sum.depth, 4);
  EXPECT_EQ(sum.flight, 4);
  EXPECT_EQ(sum.exposed, 1);
  t.links.pop_back();
  EXPECT_EQ(taken_together(t.links).flight, 100);
}

}  // namespace
}  // namespace cardon::test
