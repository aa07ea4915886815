// SPDX-License-Identifier: Apache-2.0
// Says that it was compiled for the other kind of build.
#include <cardon/thorn/thorn_entry.hpp>

static void declare_other(cardon::ThornBuilder&) {}
extern "C" __attribute__((visibility("default"))) const CardonThornEntry cardon_thorn_entry = {
    cardon::abi, cardon::version_text, 1 - CARDON_CHECK_ACCESS_FLAG, "OtherBuild", &declare_other};
