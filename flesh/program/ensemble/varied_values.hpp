// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/node.hpp>

#include "ensemble/ensemble_spec.hpp"
#include "ensemble/member.hpp"

namespace cardon {

/// `vary`: a map of parameters with lists of values or ranges, of which all combinations are meant,
/// or a list of such maps.
void read_varied(const Node& node, EnsembleSpec& spec, std::vector<Problem>& problems);

/// "WaveToy.order" of "WaveToy::order".
std::string canonical_key(std::string key);
/// Whether two keys name one parameter: Thorn::name is Thorn.name.
bool same_parameter(const std::string& a, const std::string& b);

/// Of all parameters that are varied, each once.
std::vector<std::string> varied_keys(const EnsembleSpec& spec);

/// All members, the last parameter fastest; combinations that occur twice are one member. Throws
/// Error ensemble/vary if there are too many.
std::vector<Member> members_of(const EnsembleSpec& spec);

}  // namespace cardon
