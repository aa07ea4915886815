// SPDX-License-Identifier: Apache-2.0
// One thorn on disk, and how to open it.
#pragma once
#include <cardon/thorn/error.hpp>
#include <cardon/thorn/thorn_declaration.hpp>
#include <filesystem>
#include <string>

namespace cardon {

/// A loadable module by the name of its file: WaveToy.so holds thorn WaveToy.
struct ThornFile {
  std::string name;
  std::filesystem::path file;
  bool service = false;  ///< from a folder of service thorns: open to every run without being named
};

/// Opens the module and lets it declare itself. It stays open as long as the process lives; opening
/// it again is cheap. `where` is the place in the user's text that asked for it. Throws Error:
/// registry/thorn-broken if it cannot be opened or is not a thorn, registry/inexact-math if it was
/// built with -ffast-math or the like, registry/thorn-version if it was compiled for another
/// Cardon, registry/declaration if what it declares contradicts itself.
ThornDeclaration open_thorn(const ThornFile& thorn, const Location& where = {});

/// Where the lazy module of a thorn lies if it has one: services/IOHDF5.lazy.so.
std::filesystem::path lazy_module(const std::filesystem::path& thorn);

/// Throws Error registry/declaration that lists every name that is not an identifier, is used twice
/// or has no description.
void check_declaration(const ThornDeclaration& thorn);

}  // namespace cardon
