/// The cases of an enumeration with payloads, as its type describes them.
public struct ArchiveCases {
  var names: [String] = []
  var payloads: [(inout ArchiveFields) -> Void] = []

  /// Adds a case and describes its payload: each value under its label, or `_0`, `_1` by its place.
  public mutating func add(
    _ name: String, payload: @escaping (inout ArchiveFields) -> Void = { _ in }
  ) {
    names.append(name)
    payloads.append(payload)
  }
}
