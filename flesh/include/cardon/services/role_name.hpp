// SPDX-License-Identifier: Apache-2.0
// The names of service roles in parameter files, lists and messages.
#pragma once

namespace cardon {

class Boundary;
class CheckpointFormat;
class Codec;
class ComputeEmulator;
class Driver;
class FieldFileReader;
class Integrator;
class LinkEmulator;
class Output;
class RankThreads;
class StepService;
class Transport;
class TransportFacts;
class Tuner;

/// Name of a role in declarations; null: the class is not a role of a service.
template <class Role>
inline constexpr const char* role_name = nullptr;
template <>
/// Carries out the plan on the blocks of a rank.
inline constexpr const char* role_name<Driver> = "driver";
template <>
inline constexpr const char* role_name<Transport> = "transport";  ///< messages between ranks
template <>
/// How messages travelled.
inline constexpr const char* role_name<TransportFacts> = "transport_facts";
template <>
/// Lets several threads be ranks of one process.
inline constexpr const char* role_name<RankThreads> = "rank_threads";
template <>
inline constexpr const char* role_name<Integrator> = "integrator";  ///< methods of time integration
template <>
inline constexpr const char* role_name<Codec> = "codec";  ///< codes messages between sites
template <>
/// Delays messages as a slow link would.
inline constexpr const char* role_name<LinkEmulator> = "link_emulator";
template <>
inline constexpr const char* role_name<ComputeEmulator> = "compute_emulator";  ///< slows ranks down
template <>
/// Conditions at faces of the domain.
inline constexpr const char* role_name<Boundary> = "boundary";
template <>
inline constexpr const char* role_name<Output> = "output";  ///< writes fields, scalars and pictures
template <>
/// Lays out files of checkpoints.
inline constexpr const char* role_name<CheckpointFormat> = "checkpoint_format";
template <>
/// Reads field files and data files.
inline constexpr const char* role_name<FieldFileReader> = "field_file_reader";
template <>
inline constexpr const char* role_name<StepService> = "step_service";  ///< acts between steps
template <>
/// Searches for settings while a run goes on.
inline constexpr const char* role_name<Tuner> = "tuner";

}  // namespace cardon
