#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Bionic)
  @_exported public import Bionic
#elseif canImport(Darwin)
  @_exported public import Darwin
#else
  #error("PlatformC knows no C library of this platform")
#endif
