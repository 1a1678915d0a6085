internal import ArchiveCompression
internal import ArchiveFormat

/// What decoding knows of the one document that its cells are in.
final class ScopeTables {
  /// Where in the file the document's bytes stand; nil for values that stand in no file.
  let map: OffsetMap?
  let objects: DecodedObjects
  /// The numbers of the document's keys.
  var documentKeys: [String.UTF8View.Digest: UInt32]?
  /// The forms of types that were asked for.
  var forms: [TypeFormKey: TypeForm] = [:]
  /// Values in the places of those that are there.
  var grafts: [Graft] = []
  /// The placeholders that objects have.
  var placeholders: [Int: ArchivedPlaceholder] = [:]
  private var allViews: [DocumentViews] = []
  private var keyNumbers: [ObjectIdentifier: KeyNumbers] = [:]
  private var typeNames: [Int: String] = [:]

  init(map: OffsetMap?, objects: DecodedObjects = DecodedObjects()) {
    self.map = map
    self.objects = objects
  }

  func keyNumbers(_ type: any CodingKey.Type) -> KeyNumbers {
    let id = ObjectIdentifier(type)
    if let known = keyNumbers[id] { return known }
    let numbers = KeyNumbers(trustingInitializer: .asking(with: type))
    keyNumbers[id] = numbers
    return numbers
  }

  func typeName(_ row: Int, _ definitions: ArchiveDefinitions) -> String {
    if let known = typeNames[row] { return known }
    let name = definitions.fullName(ofType: row)
    typeNames[row] = name
    return name
  }

  /// What is handed out of a document. Those of one after the other are the parts of a scope.
  func views(of document: ArchivedDocument) -> DocumentViews {
    if let last = allViews.last, last.source === document { return last }
    let made = DocumentViews(document)
    allViews.append(made)
    return made
  }

  /// Tells the untyped values of the instances that their objects became: nothing is decoded any more.
  func linkViews() {
    for views in allViews { views.link(objects) }
  }

  /// An error with its place in the file.
  func located(_ error: ArchiveError) -> ArchiveError { map?.located(error) ?? error }
}
