internal import ArchiveFormat

/// The fields of a superclass while they are read.
@safe
public struct ArchivedSuperclass {
  /// The places of the fields, in the order in which the superclass described them.
  public let places: ArchivedPlaces
  /// What was entered, where paths are tracked.
  fileprivate let entered: ArchiveReader.Entered?
}

extension ArchiveReader {
  /// Begins the fields of the superclass, which reads them next.
  ///
  /// - Throws: What makes the instance be decoded by its `init(from:)`.
  public mutating func beginSuperclass(at place: ArchivedPlace) throws -> ArchivedSuperclass {
    guard let record = unsafe place.record else { throw Self.unforeseen() }
    var entered: Entered?
    if unsafe record.pointee.tracksPath {
      entered = unsafe try enter(record, at: place)
    } else {
      unsafe charge(record)
    }
    return unsafe ArchivedSuperclass(places: ArchivedPlaces(record), entered: entered)
  }

  /// Ends the fields of the superclass, which were read.
  public mutating func end(_ superclass: ArchivedSuperclass) {
    if let entered = superclass.entered { leave(entered) }
  }
}

extension ArchivedPlanner {
  /// Makes the plan of a superclass's fields that stand at a place.
  func prepareSuperclass(_ type: any ArchivableObject.Type, _ place: ArchivedPlace) {
    guard place.code == KindCode.recordOfShape, engine.schema.readings.hasRoom else { return }
    let slot = unsafe place.pointee.pointee.slot
    let shape = engine.schema.shape(of: slot.pointee.kind)
    guard engine.schema.definitions.shapes[shape].type == nil else { return }
    let key = ReadingPlans.Key(shape: shape, type: TypeAddress.of(type))
    adopt(
      engine.plan(key) { fields, bitCount in
        type.describeFields(&fields)
        fields.reading?.finish(withoutCopies: bitCount)
      }, at: place)
  }
}
