/// Any `Codable` value into a self-describing archive and safely back.
///
/// ``KeyedArchiver`` turns a value into a tape of cells: the containers that a type's `encode(to:)`
/// asks for append to it. Records then get their shapes, and one pass writes the bytes.
/// ``KeyedUnarchiver`` verifies checksums first. Then the containers that `init(from:)` asks for read
/// values from the bytes where they stand (the folder `Direct`), in the order in which shapes let
/// them expect each other; what is asked for in any other way is read from checked cells.
///
/// Types never come from the archive: what is decoded is what the caller asked for, and a class
/// instance comes back as another class than that only if the caller's ``TypeAllowList`` names it.
@_exported public import ArchiveCompression
@_exported public import ArchiveFormat
