// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <cardon/services/decomposer.hpp>
#include <memory>
#include <string>
#include <vector>

#include "../support/leapfrog_program.hpp"
#include "startup/checked_run.hpp"

namespace cardon {

/// The leapfrog of leapfrog_program.hpp, with a field for outputs.
struct PlannedLeapfrog {
  PlannedLeapfrog() {
    Program& p = run.program = test::leapfrog_program();
    p.fields.push_back({.id = 1, .name = "energy", .thorn = "Toy", .role = Role::derived});
    Task energy{.id = 3, .name = "Toy::energy", .thorn = "Toy"};
    energy.bindings = {{.field = 0, .level = 0, .reads = true}, {.field = 1, .writes = true}};
    p.tasks.push_back(energy);
    p.analysis = {3};
    run.last_iteration = 30;
    planned.links = {{.name = "intra", .depth = 1, .level = 0, .axis = -1}};
    machine.sites = {{.name = "a", .ranks = {0}}, {.name = "b", .ranks = {1}}};
  }
  /// Blocks of 10, 20 and 10 planes on these ranks.
  void cut(const std::vector<int>& ranks) {
    planned.decomposition.owned = {planes(0, 10), planes(10, 30), planes(30, 40)};
    planned.decomposition.rank_of_block = ranks;
  }
  /// The same as three sites; 3 layers on the link of the first two, 1 on the other one.
  void cut_into_sites() {
    cut({0, 1, 2});
    Decomposition& d = planned.decomposition;
    d.axis = 2;
    d.slabs = {{"a", d.owned[0], {-1, 0}}, {"b", d.owned[1], {0, 1}}, {"c", d.owned[2], {1, -1}}};
    d.wide_links = {{"a-b", 3}, {"b-c", 1}};
    d.slab_of_block = {0, 1, 2};
    d.tiles = {planes(0, 13), planes(7, 31), planes(29, 40)};
    planned.links.push_back({.name = "a-b", .depth = 3, .level = 1, .axis = 2});
    planned.links.push_back({.name = "b-c", .depth = 1, .level = 1, .axis = 2});
    planned.settings.links.resize(2);
  }
  /// A service of this name is there.
  template <class Interface, class Service>
  void offer(const std::string& name) {
    ServiceDeclaration service;
    service.role = role_name<Interface>;
    service.name = name;
    service.make = [] {
      return std::static_pointer_cast<void>(
          std::shared_ptr<Interface>(std::make_shared<Service>()));
    };
    ThornDeclaration thorn{.name = "Test"};
    thorn.services.push_back(service);
    run.library.catalogue.add(thorn);
  }
  Layout layout() const { return {run.program.grid, planned.decomposition}; }
  static Box planes(int lo, int hi) { return {{0, 0, lo}, {4, 4, hi}}; }

  static constexpr double plane = 4 * 4 * sizeof(Real);  ///< bytes of values of a plane across z
  CheckedRun run;
  Machine machine;
  PlannedDecomposition planned;
};

}  // namespace cardon
