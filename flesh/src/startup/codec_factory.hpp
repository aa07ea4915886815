// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/codec/codec_chain.hpp>
#include <cardon/services/codec.hpp>

#include "registry/service_catalogue.hpp"

namespace cardon {

/// Makes codecs by their names. The catalogue must outlive it.
inline CodecFactory make_codec(const ServiceCatalogue& catalogue) {
  return [&catalogue](std::string_view name, const Location& where) {
    return catalogue.make<Codec>(name, where);
  };
}

}  // namespace cardon
