// SPDX-License-Identifier: Apache-2.0
// A shared library that is no thorn.
extern "C" int answer() { return 42; }
