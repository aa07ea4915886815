// SPDX-License-Identifier: Apache-2.0
// Tags of messages between ranks, one range for each subject, so that none takes those of another.
// MPI grants tags up to 32767.
#pragma once

namespace cardon::message_tag {

inline constexpr int latency = 1;    ///< of probes, before there is a driver
inline constexpr int bandwidth = 2;  ///< of probes, too
/// Scalars that lag: two tags for each step on its way, at most 129 of them.
inline constexpr int step_scalars = 600;
inline constexpr int stepping = 904;         ///< agreements on the next step: this tag and the next
inline constexpr int moved_points = 910;     ///< points that change blocks: this tag and the next
inline constexpr int checkpoint_copy = 920;  ///< values for a file that another rank writes
inline constexpr int checkpoint_entry = 921;  ///< what a writer has written
inline constexpr int manifest_length = 922;   ///< bytes of a manifest
inline constexpr int manifest = 923;          ///< a manifest for the other sites
inline constexpr int manifest_answer = 924;   ///< whether a site has kept it
inline constexpr int site_gather = 930;       ///< gathering by sites
inline constexpr int home_pieces = 931;  ///< values of blocks that are at other sites, for outputs
inline constexpr int step_services = 940;          ///< step services: two tags each
inline constexpr int drivers = 1024;               ///< the driver of the run: up to last_of_drivers
inline constexpr int last_of_drivers = 24575;      ///< the last tag that a driver may take
inline constexpr int table_parts = 24576;          ///< rows of tables that other ranks have
inline constexpr int gathered_field = 24577;       ///< values of a field for rank 0
inline constexpr int slab_values = 24578;          ///< values of a field for the writer of a site
inline constexpr int emulated_gather = 24579;      ///< gathering by an emulated transport
inline constexpr int stencil_values = 24580;       ///< values of stencils, for interpolation
inline constexpr int interpolated_values = 24581;  ///< interpolated values for rank 0
/// Services that do not come with Cardon send under this tag and those above.
inline constexpr int other_services = 28672;

}  // namespace cardon::message_tag
