// SPDX-License-Identifier: Apache-2.0
// How a thorn says that its parameters cannot be used, or had better not be.
#pragma once
#include <cardon/thorn/block.hpp>
#include <string>
#include <string_view>

namespace cardon {

/// Ends the run. `parameter` is the one of this thorn that is to blame: people are shown where they
/// set it. slug: stable name, such as "euler/vortex"; message: what is wrong, one line, no full
/// stop; help: what to do. Throws Error, always.
[[noreturn]] void refuse(const Block& block, std::string_view parameter, std::string slug,
                         std::string message, std::string help);
/// Refuses the value of the constant of a parameter, as in refuse(block, width, ...).
template <class P>
requires requires(const P& p) { p.name(); }
[[noreturn]] void refuse(const Block& block, const P& parameter, std::string slug,
                         std::string message, std::string help) {
  refuse(block, std::string_view(parameter.name()), std::move(slug), std::move(message),
         std::move(help));
}

/// A warning at the start of the run, for functions given to ThornBuilder::limits_step; the
/// arguments are those of refuse(). Throws Error (slug schedule/undeclared) in tasks, which every
/// rank calls for every block.
void warn(const Block& block, std::string_view parameter, std::string slug, std::string message,
          std::string help);
/// Warns of the value of the constant of a parameter.
template <class P>
requires requires(const P& p) { p.name(); }
void warn(const Block& block, const P& parameter, std::string slug, std::string message,
          std::string help) {
  warn(block, std::string_view(parameter.name()), std::move(slug), std::move(message),
       std::move(help));
}

}  // namespace cardon
