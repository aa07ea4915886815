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

template <class Role>
inline constexpr const char* role_name = nullptr;
template <>
inline constexpr const char* role_name<Driver> = "driver";
template <>
inline constexpr const char* role_name<Transport> = "transport";
template <>
inline constexpr const char* role_name<TransportFacts> = "transport_facts";
template <>
inline constexpr const char* role_name<RankThreads> = "rank_threads";
template <>
inline constexpr const char* role_name<Integrator> = "integrator";
template <>
inline constexpr const char* role_name<Codec> = "codec";
template <>
inline constexpr const char* role_name<LinkEmulator> = "link_emulator";
template <>
inline constexpr const char* role_name<ComputeEmulator> = "compute_emulator";
template <>
inline constexpr const char* role_name<Boundary> = "boundary";
template <>
inline constexpr const char* role_name<Output> = "output";
template <>
inline constexpr const char* role_name<CheckpointFormat> = "checkpoint_format";
template <>
inline constexpr const char* role_name<FieldFileReader> = "field_file_reader";
template <>
inline constexpr const char* role_name<StepService> = "step_service";
template <>
inline constexpr const char* role_name<Tuner> = "tuner";

}  // namespace cardon
