// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "metis_partitioner.hpp"

using namespace cardon;

CARDON_LAZY_SERVICES(lazy_service<Partitioner, MetisPartitioner>("metis"));
