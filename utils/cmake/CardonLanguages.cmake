# SPDX-License-Identifier: Apache-2.0
# What thorns in C and Fortran need besides their sources.

# A thorn without C++ gets ENTRY, a source file with the symbol that a module must have; one with Fortran needs FORTRAN, the
# module `cardon`. ENTRY is "left out" where there is no Fortran compiler.
function(cardon_thorn_languages name sources entry fortran)
  set(${entry} "" PARENT_SCOPE)
  set(${fortran} "" PARENT_SCOPE)
  set(is_c "\\.c(;|$)")
  set(is_cxx "\\.(cpp|cxx|cc|cu)(;|$)")
  set(is_fortran "\\.[fF](or|77|90|95|03|08)?(;|$)")
  set(is_header "\\.(h|hpp|hxx|hh|cuh|inc)$")
  foreach(file IN LISTS sources)
    if(NOT "${file}" MATCHES "${is_c}|${is_cxx}|${is_fortran}|${is_header}|\\$<")
      message(FATAL_ERROR "cardon_thorn(${name}): by its ending, ${file} is in none of C (.c), C++ (.cpp) and Fortran (.f90)")
    endif()
  endforeach()
  if(NOT sources MATCHES "${is_cxx}")
    set(file ${CMAKE_CURRENT_BINARY_DIR}/${name}_entry.cpp)
    file(CONFIGURE OUTPUT ${file} CONTENT "#include <cardon/thorn/foreign_thorn.hpp>\n\nCARDON_FOREIGN_THORN(${name})\n" @ONLY)
    set(${entry} ${file} PARENT_SCOPE)
    cardon_need_language(CXX C++ ${name})
  endif()
  if(sources MATCHES "${is_c}")
    cardon_need_language(C C ${name})
  endif()
  if(sources MATCHES "${is_fortran}")
    if(TARGET cardon_warnings AND NOT CMAKE_Fortran_COMPILER_LOADED)
      message(STATUS "There is no Fortran compiler: thorn ${name} is left out")
      set(${entry} "left out" PARENT_SCOPE)
      return()
    endif()
    cardon_need_language(Fortran Fortran ${name})
    cardon_need_language(C C ${name})
    cardon_fortran_module()
    set(${fortran} cardon_fortran PARENT_SCOPE)
  endif()
endfunction()

# Languages can be enabled at the top of a project only.
function(cardon_need_language language words name)
  if(NOT CMAKE_${language}_COMPILER_LOADED)
    message(FATAL_ERROR "cardon_thorn(${name}) needs ${words}: add ${language} to the LANGUAGES of project(...)")
  endif()
endfunction()

# The module `cardon`, compiled once per project: module files belong to one compiler and one version of it.
function(cardon_fortran_module)
  if(TARGET cardon_fortran)
    return()
  endif()
  if(NOT CMAKE_Fortran_COMPILER_ID STREQUAL "GNU")
    message(WARNING "Thorns in Fortran are tested with gfortran only; another compiler may give other bits")
  endif()
  set(folder ${CARDON_THORN_FOLDER}/fortran)
  if(TARGET cardon_warnings)
    set(folder ${PROJECT_SOURCE_DIR}/flesh/src/fortran)
  endif()
  set(modules ${CMAKE_BINARY_DIR}/cardon-fortran)
  set(sources cardon_types.f90 cardon_c.f90 cardon_declaring.f90 cardon_computing.f90 cardon.f90 cardon_arrays.c)
  list(TRANSFORM sources PREPEND ${folder}/)
  add_library(cardon_fortran STATIC ${sources})
  set_target_properties(cardon_fortran PROPERTIES POSITION_INDEPENDENT_CODE ON Fortran_MODULE_DIRECTORY ${modules}
                        C_STANDARD 11 C_VISIBILITY_PRESET hidden)
  target_include_directories(cardon_fortran PUBLIC ${modules})
  target_link_libraries(cardon_fortran PUBLIC Cardon::cardon)
  # gfortran reads, unasked, a file of the C library that has it take vector versions of exp, sin and so on, which give other
  # bits than the ones for a single number. Without folders of standard headers it does not find that file; its own modules,
  # such as ieee_arithmetic, have to be shown to it again.
  if(CMAKE_Fortran_COMPILER_ID STREQUAL "GNU")
    execute_process(COMMAND ${CMAKE_Fortran_COMPILER} -print-file-name=finclude OUTPUT_VARIABLE intrinsic
                    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    set(plain "SHELL:-nostdinc -fintrinsic-modules-path ${intrinsic}")
    target_compile_options(cardon_fortran PUBLIC "$<$<COMPILE_LANGUAGE:Fortran>:${plain}>")
    # gcc finds this header of gfortran by itself; other C compilers get it alone, without gcc's own headers beside it.
    if(NOT CMAKE_C_COMPILER_ID STREQUAL "GNU")
      execute_process(COMMAND ${CMAKE_Fortran_COMPILER} -print-file-name=include/ISO_Fortran_binding.h OUTPUT_VARIABLE binding
                      OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
      configure_file(${binding} ${CMAKE_BINARY_DIR}/cardon-fortran-c/ISO_Fortran_binding.h COPYONLY)
      target_include_directories(cardon_fortran PRIVATE ${CMAKE_BINARY_DIR}/cardon-fortran-c)
    endif()
  endif()
  # Ranks may be threads, and gfortran would make large local arrays static.
  target_compile_options(cardon_fortran PUBLIC $<$<COMPILE_LANG_AND_ID:Fortran,GNU>:-frecursive>)
  # The bounds of fields are those of the region and of the stencils that the task declares.
  set(is_debug "$<AND:$<COMPILE_LANG_AND_ID:Fortran,GNU>,$<CONFIG:Debug>>")
  target_compile_options(cardon_fortran PUBLIC $<${is_debug}:-fcheck=bounds>)
endfunction()
