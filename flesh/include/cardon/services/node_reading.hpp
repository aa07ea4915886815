// SPDX-License-Identifier: Apache-2.0
// Strict reading of single values, for owners of trees (such as grid.boundary) who interpret nodes
// themselves.
#pragma once
#include <cardon/services/interval.hpp>
#include <cardon/thorn/node.hpp>
#include <cardon/thorn/parameter_options.hpp>
#include <cardon/thorn/types.hpp>
#include <string>
#include <vector>

namespace cardon {

/// All of them throw Error ("parameter/wrong-type", "parameter/out-of-range", "parameter/unit",
/// ...) with the place of the node. `name` is what messages call the value, such as "grid.domain".
/// A number, a constant expression such as 2*pi/3, or either with a unit that is converted to
/// `unit`.
Real read_real(const Node& node, const std::string& name, const std::string& unit = "",
               const Range& range = {});
/// A whole number, or a constant expression that is whole.
long read_integer(const Node& node, const std::string& name, const Range& range = {});
/// true or false; nothing else.
bool read_boolean(const Node& node, const std::string& name);
/// Any scalar as it stands.
std::string read_text(const Node& node, const std::string& name);
/// A scalar that is one of `choices`.
std::string read_keyword(const Node& node, const std::string& name,
                         const std::vector<std::string>& choices);
/// 10 (iterations), or 0.2 s, or 0.2 (simulated time in s).
/// `unit`: of a time.
Interval read_interval(const Node& node, const std::string& name, const std::string& unit = "s");

/// "unknown key" for a member of a map that its owner does not know, with a suggestion and the list
/// of legal ones.
Problem unknown_key(const Node& member, const std::string& owner,
                    const std::vector<std::string>& legal);

}  // namespace cardon
