// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "link_book.hpp"

namespace cardon {
namespace {

struct Book {
  explicit Book(std::size_t links) : words(LinkBook::words(links), 0), book(words) {}
  std::vector<Nanoseconds> words;
  LinkBook book;
};

TEST(LinkBook, QueuesOnABusyLinkAndStartsAtOnceOnAnIdleOne) {
  Book links(2);
  EXPECT_EQ(links.book.occupy(0, 1000, 50), 1050);
  EXPECT_EQ(links.book.occupy(0, 1010, 50), 1100) << "waits for the first";
  EXPECT_EQ(links.book.occupy(1, 1010, 50), 1060) << "another link";
  EXPECT_EQ(links.book.occupy(0, 5000, 50), 5050) << "idle again";
  EXPECT_EQ(links.book.occupy(0, 5000, 0), 5000) << "no limit, no queue";
}

TEST(LinkBook, LetsNobodyOvertake) {
  Book links(2);
  EXPECT_EQ(links.book.behind_others(0, 500), 500);
  EXPECT_EQ(links.book.behind_others(0, 400), 500);
  EXPECT_EQ(links.book.behind_others(0, 600), 600);
  EXPECT_EQ(links.book.behind_others(1, 100), 100);
}

TEST(LinkBook, BeginsWhenTheFirstRankSaysSo) {
  Book links(2);
  EXPECT_EQ(links.book.begin(700), 700);
  EXPECT_EQ(links.book.begin(650), 700);
  EXPECT_EQ(links.book.begin(900), 700);
  EXPECT_EQ(links.book.occupy(1, 10, 5), 15) << "a word of its own";
}

TEST(LinkBook, LosesNoBookingOfRanksThatWriteAtOnce) {
  Book links(1);
  std::vector<std::thread> ranks;
  for (int rank = 0; rank < 4; ++rank)
    ranks.emplace_back([&links] {
      for (int n = 0; n < 20'000; ++n) {
        links.book.occupy(0, 1, 3);
        links.book.behind_others(0, n);
      }
    });
  for (std::thread& rank : ranks) rank.join();
  EXPECT_EQ(links.words[0], 1 + 4 * 20'000 * 3);
  EXPECT_EQ(links.words[1], 19'999);
}

}  // namespace
}  // namespace cardon
