// SPDX-License-Identifier: Apache-2.0
// Says that it was compiled with headers that no longer fit.
#include <cardon/thorn/thorn_entry.hpp>

static void declare_old(cardon::ThornBuilder&) {}
extern "C" __attribute__((visibility("default"))) const CardonThornEntry cardon_thorn_entry = {
    cardon::abi + 1, "99.0", CARDON_CHECK_ACCESS_FLAG, "OldThorn", &declare_old};
