// SPDX-License-Identifier: Apache-2.0
// Colour maps of pictures.
#pragma once

namespace cardon {

/// viridis and inferno run from dark to light and suit any field; coolwarm runs from blue over grey
/// to red and is centred at zero; automatic is coolwarm for signed values and viridis for others.
enum class Colours { viridis, inferno, coolwarm, automatic };

}  // namespace cardon
