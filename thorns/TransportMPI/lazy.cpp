// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "mpi_facts.hpp"
#include "transport_mpi.hpp"

using namespace cardon;

CARDON_LAZY_SERVICES(lazy_service<Transport, TransportMPI>("mpi"),
                     lazy_service<TransportFacts, MpiFacts>("mpi"));
