// SPDX-License-Identifier: Apache-2.0
// Says that it was compiled with headers that no longer fit.
#include <cardon/thorn_entry.hpp>

static void declare_old(cardon::ThornBuilder&) {}
extern "C" __attribute__((visibility("default"))) const CardonThornEntry cardon_thorn_entry = {
    cardon::abi + 1, "99.0", CARDON_HONEST_FLAG, "OldThorn", &declare_old};
