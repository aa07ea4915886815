// SPDX-License-Identifier: Apache-2.0
// Sites and emulated links in words.
#include <gtest/gtest.h>

#include "plans/machine_text.hpp"

namespace cardon {
namespace {

TEST(MachineText, SitesWithTheirRanksAndHosts) {
  Machine machine;
  machine.sites = {{.name = "a", .ranks = {0, 1}, .hosts = {"node1"}},
                   {.name = "b", .ranks = {2}, .hosts = {"n1", "n2", "n3"}}};
  machine.source = "two-sites.yaml";
  EXPECT_EQ(sites_text(machine), "a (2 ranks) on node1, b (1 rank); known from two-sites.yaml");
  machine.sites.assign(8, {.name = "c", .ranks = {0}});
  EXPECT_EQ(sites_text(machine).substr(60), "c (1 rank) and 2 more; known from two-sites.yaml");
}

TEST(MachineText, OneSiteIsKnownUnlessARunHasToFindOut) {
  Machine machine;
  machine.sites = {{.name = "a", .ranks = {0}}};
  machine.source = "one site";
  EXPECT_EQ(sites_text(machine), "a (1 rank)");
  machine.source = "";
  EXPECT_EQ(sites_text(machine), "a (1 rank); sites unknown until a run discovers them");
}

TEST(MachineText, EmulatedLinksAndTheirChanges) {
  Machine machine;
  machine.links = {{.name = "a-b"}, {.name = "b-c"}};
  machine.emulation.jitter = 0.002;
  machine.emulation.changes = {{.after = 0.5, .link = 0, .latency = 0.3, .bandwidth = -1},
                               {.after = 20, .link = 1, .latency = -1, .bandwidth = 3e5},
                               {.after = 60, .link = 0, .latency = 0, .bandwidth = 1e6}};
  EXPECT_EQ(emulation_text(machine), "") << "nothing is emulated";
  machine.emulation.active = true;
  EXPECT_EQ(emulation_text(machine),
            "emulated; jitter 2 ms, after 0.5 s a-b 300 ms, after 20 s b-c 0.3 MB/s, "
            "after 60 s a-b 0 ms 1 MB/s");
  machine.emulation = {.active = true};
  EXPECT_EQ(emulation_text(machine), "emulated");
}

}  // namespace
}  // namespace cardon
