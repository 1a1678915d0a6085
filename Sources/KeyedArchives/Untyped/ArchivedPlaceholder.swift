public import ArchiveFormat

/// A value whose type is not known here: it is kept as it is in the archive and written again unchanged.
///
/// ```swift
/// unarchiver.unknownTypeHandler = { _ in ArchivedPlaceholder.self }
/// ```
///
/// puts one in the place of every unknown type that an ``Existential`` names, where it fits; in a property of this
/// type it stands without being asked for. The name and the version of the type, all fields, what they refer to and the identity of an
/// object are kept: the next reader that knows the type gets it whole. An object in it that was decoded in
/// another place, and is encoded there again, is the same object in the new archive, as it is by then. Others are
/// written as they were.
///
/// To stand where a protocol of yours is asked for, it has to conform: `extension ArchivedPlaceholder: Shape`.
/// A placeholder keeps the bytes of the scope that it comes from in memory.
public final class ArchivedPlaceholder: Codable, Sendable {
  /// What the archive holds: of an object that is referred to, the object.
  public let value: ArchivedValue

  /// A placeholder for a value, as if it had been decoded.
  public init(_ value: ArchivedValue) { self.value = value.target ?? value }

  /// The archive name of its type; nil for what has none.
  public var typeName: String? { value.typeName }

  /// The version of the form of its type, 0 for none.
  public var typeVersion: UInt64 { value.typeVersion }

  /// Keeps what the decoder is for: of a class instance the object itself, under its own name.
  public init(from decoder: any Decoder) throws {
    var decoder = decoder
    if let direct = decoder as? DirectDecoder {
      guard direct.isOfKeptValue else {
        throw direct.level.pointee.state.pointee.engine.leaveToCells()
      }
      decoder = try direct.cells()
    }
    if let decoder = decoder as? ValueDecoder {
      let value = decoder.session.view(decoder.object ?? decoder.place)
      self.value = value.target ?? value
    } else {
      value = try ArchivedValue(from: decoder)
    }
  }

  /// Writes it as it was. With other encoders than those of this package without its name.
  public func encode(to encoder: any Encoder) throws {
    guard encoder is ValueEncoder || encoder is DirectEncoder else {
      return try value.encode(to: encoder)
    }
    var container = encoder.singleValueContainer()
    try container.encode(self)
  }
}

extension ArchivedPlaceholder: UntypedValue {
  var untyped: ArchivedValue { value }
}
