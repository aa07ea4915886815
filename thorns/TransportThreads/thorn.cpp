// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "joined_threads.hpp"

CARDON_THORN(TransportThreads) {
  thorn.summary("Messages between ranks that are threads of one process");
  cardon::provide<cardon::RankThreads, cardon::JoinedThreads>(
      thorn, "threads", "Ranks as threads of one process: cardon run FILE --ranks N");
}
