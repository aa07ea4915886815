// SPDX-License-Identifier: Apache-2.0
// The section `page` of parameter files.
#pragma once
#include <cardon/thorn/parameter.hpp>

namespace cardon::page {

inline constexpr Parameter serve{
    "serve", "auto",
    "Whether a web page shows the run: auto: if the run was started from a terminal",
    one_of("auto", "always", "never")};
inline constexpr Parameter address{"address", "127.0.0.1",
                                   "Address of rank 0's computer to listen at; addresses other "
                                   "than loopback are served over TLS only"};
inline constexpr Parameter port{"port", 0, "Port to listen at; 0: a free one", between(0, 65535)};
inline constexpr Parameter certificate{
    "certificate", "",
    "PEM file with the TLS certificate of the server and those of its authorities; if unset, a "
    "certificate is made for addresses other than loopback"};
inline constexpr Parameter key{"key", "", "PEM file with the private key of the certificate"};
inline constexpr Parameter interval{"interval", 1.0, "Time between updates of a page", positive,
                                    unit("s")};

}  // namespace cardon::page
