// SPDX-License-Identifier: Apache-2.0
#include "mpi_facts.hpp"

#include <mpi.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace cardon {
namespace {

// Those of Open MPI, then of MPICH; a library knows only its own.
constexpr const char* names[] = {"pml",
                                 "btl",
                                 "btl_tcp_if_include",
                                 "btl_tcp_if_exclude",
                                 "btl_tcp_links",
                                 "btl_tcp_eager_limit",
                                 "btl_tcp_rndv_eager_limit",
                                 "btl_tcp_max_send_size",
                                 "btl_tcp_sndbuf",
                                 "btl_tcp_rcvbuf",
                                 "btl_tcp_progress_thread",
                                 "btl_vader_max_send_size",
                                 "btl_sm_max_send_size",
                                 "btl_tcp_port_min_v4",
                                 "btl_tcp_port_range_v4",
                                 "oob_tcp_if_include",
                                 "oob_tcp_keepalive_time",
                                 "oob_tcp_keepalive_intvl",
                                 "oob_tcp_keepalive_probes",
                                 "mpi_yield_when_idle",
                                 "MPIR_CVAR_NOLOCAL",
                                 "MPIR_CVAR_ASYNC_PROGRESS"};
constexpr std::string_view prefixes[] = {"UCX_", "FI_"};

/// The tools interface, open as long as this lives.
class Tools {
 public:
  Tools() {
    int provided = 0;
    open_ = MPI_T_init_thread(MPI_THREAD_FUNNELED, &provided) == MPI_SUCCESS;
  }
  ~Tools() {
    if (open_) MPI_T_finalize();
  }
  Tools(const Tools&) = delete;
  Tools& operator=(const Tools&) = delete;
  bool is_open() const { return open_; }

 private:
  bool open_ = false;
};

std::string number(const std::vector<char>& bytes, MPI_Datatype type) {
  int size = 0;
  MPI_Type_size(type, &size);
  std::int64_t wide = 0;
  std::int32_t narrow = 0;
  if (size == sizeof wide) std::memcpy(&wide, bytes.data(), sizeof wide);
  if (size == sizeof narrow) std::memcpy(&narrow, bytes.data(), sizeof narrow), wide = narrow;
  if (size == 1) wide = bytes[0];
  return std::to_string(wide);
}

std::optional<std::string> value_of(const char* name) {
  int index = 0, verbosity = 0, bind = 0, scope = 0, no_text = 0, length = 0, count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_T_enum words = MPI_T_ENUM_NULL;
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  if (MPI_T_cvar_get_index(name, &index) != MPI_SUCCESS ||
      MPI_T_cvar_get_info(index, nullptr, &length, &verbosity, &type, &words, nullptr, &no_text,
                          &bind, &scope) != MPI_SUCCESS ||
      bind != MPI_T_BIND_NO_OBJECT ||
      MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count) != MPI_SUCCESS)
    return std::nullopt;
  int size = 0;
  MPI_Type_size(type, &size);
  std::vector<char> bytes(std::size_t(count) * std::size_t(size) + sizeof(std::int64_t), '\0');
  const bool read = MPI_T_cvar_read(handle, bytes.data()) == MPI_SUCCESS;
  MPI_T_cvar_handle_free(&handle);
  if (!read) return std::nullopt;
  return type == MPI_CHAR ? std::string(bytes.data()) : number(bytes, type);
}

}  // namespace

std::vector<TransportFacts::Setting> MpiFacts::settings() const {
  std::vector<Setting> list;
  if (const Tools tools; tools.is_open())
    for (const char* name : names)
      if (const auto value = value_of(name)) list.emplace_back(name, *value);
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    for (const std::string_view prefix : prefixes)
      if (text.substr(0, prefix.size()) == prefix && text.find('=') != text.npos)
        list.emplace_back(text.substr(0, text.find('=')), text.substr(text.find('=') + 1));
  }
  return list;
}

}  // namespace cardon
