// SPDX-License-Identifier: Apache-2.0
#include "written_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#if __has_include(<H5FDdevelop.h>)
#include <H5FDdevelop.h>
#endif

namespace cardon {
namespace {

// HDF5 makes it an H5FD_t by its address, so that comes first.
struct File {
  H5FD_t common{};
  int descriptor = -1;
  std::shared_ptr<int> error;  // of the WrittenFile
  haddr_t allocated = 0, end = 0;
};

File& own(H5FD_t* file) { return *reinterpret_cast<File*>(file); }
const File& own(const H5FD_t* file) { return *reinterpret_cast<const File*>(file); }

H5FD_t* open_file(const char* name, unsigned, hid_t access, haddr_t) {
  const auto& error = **static_cast<const std::shared_ptr<int>* const*>(H5Pget_driver_info(access));
  const int descriptor = ::open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) {
    *error = errno;
    return nullptr;
  }
  return &(new File{.descriptor = descriptor, .error = error})->common;
}

herr_t close_file(H5FD_t* given) {
  const std::unique_ptr<File> file(&own(given));
  if (::close(file->descriptor) != 0 && *file->error == 0) *file->error = errno;
  return 0;
}

herr_t query(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA;
  return 0;
}

haddr_t allocated(const H5FD_t* file, H5FD_mem_t) { return own(file).allocated; }
herr_t allocate(H5FD_t* file, H5FD_mem_t, haddr_t end) {
  own(file).allocated = end;
  return 0;
}
haddr_t end(const H5FD_t* file, H5FD_mem_t) { return own(file).end; }

// What is not there reads as zeros.
herr_t read(H5FD_t* given, H5FD_mem_t, hid_t, haddr_t where, std::size_t size, void* to) {
  const File& file = own(given);
  char* next = static_cast<char*>(to);
  while (size > 0) {
    const ssize_t got = ::pread(file.descriptor, next, size, off_t(where));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) break;
    next += got, where += haddr_t(got), size -= std::size_t(got);
  }
  std::memset(next, 0, size);
  return 0;
}

herr_t write(H5FD_t* given, H5FD_mem_t, hid_t, haddr_t where, std::size_t size, const void* from) {
  File& file = own(given);
  const char* next = static_cast<const char*>(from);
  file.end = std::max(file.end, where + size);
  while (size > 0 && *file.error == 0) {
    const ssize_t put = ::pwrite(file.descriptor, next, size, off_t(where));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) *file.error = put < 0 ? errno : ENOSPC;
    if (put > 0) next += put, where += haddr_t(put), size -= std::size_t(put);
  }
  return 0;
}

herr_t truncate(H5FD_t* given, hid_t, hbool_t) {
  File& file = own(given);
  if (file.end == file.allocated) return 0;
  if (*file.error == 0 && ::ftruncate(file.descriptor, off_t(file.allocated)) != 0)
    *file.error = errno;
  file.end = file.allocated;
  return 0;
}

H5FD_class_t driver_class() {
  H5FD_class_t all{};
#ifdef H5FD_CLASS_VERSION
  all.version = H5FD_CLASS_VERSION;
  all.value = H5FD_class_value_t(600);
#endif
  all.name = "cardon";
  all.maxaddr = haddr_t(1) << 62;
  all.fc_degree = H5F_CLOSE_WEAK;
  all.fapl_size = sizeof(std::shared_ptr<int>*);
  all.open = open_file;
  all.close = close_file;
  all.query = query;
  all.get_eoa = allocated;
  all.set_eoa = allocate;
  all.get_eof = end;
  all.read = read;
  all.write = write;
  all.truncate = truncate;
  const H5FD_mem_t lists[] = H5FD_FLMAP_DICHOTOMY;
  std::ranges::copy(lists, all.fl_map);
  return all;
}

hid_t driver() {
  static const H5FD_class_t all = driver_class();
  static const hid_t id = H5FDregister(&all);
  return id;
}

}  // namespace

WrittenFile::WrittenFile(const std::filesystem::path& path, Hdf5Handle access)
    : error_(std::make_shared<int>(0)) {
  const std::shared_ptr<int>* const error = &error_;
  hdf5_check(H5Pset_driver(access, driver(), &error));
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
  if (file < 0) check();
  file_ = {file, H5Fclose};
}

WrittenFile::WrittenFile(const std::filesystem::path& path)
    : WrittenFile(path, {H5Pcreate(H5P_FILE_ACCESS), H5Pclose}) {}

void WrittenFile::check() const {
  if (error_ && *error_ != 0) throw Hdf5Failure{std::generic_category().message(*error_)};
}

void WrittenFile::close() {
  file_.close();
  check();
}

}  // namespace cardon
