// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "page_on_demand.hpp"
#include "page_parameters.hpp"

CARDON_THORN(LivePage) {
  using namespace cardon;
  thorn.summary("A web page that shows the run while it runs");
  provide<StepService, PageOnDemand>(thorn, "page", "Shows the run in a browser")
      .section("page")
      .parameters(page::serve, page::address, page::port, page::certificate, page::key,
                  page::interval);
  provide_lazily<RunPage>(thorn, "page", "Serves the page, loaded where it is needed");
}
