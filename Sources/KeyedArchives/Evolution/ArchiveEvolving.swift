/// A type whose archived form has changed since values of it were stored, or may change.
///
/// ```swift
/// struct Track: Codable, ArchiveEvolving {
///   var title: String
///   var seconds: Double
///   var plays: Int
///
///   static var archiveEvolution: ArchiveEvolution {
///     ArchiveEvolution(of: Track.self, version: 2)
///       .alias("name", of: CodingKeys.title)
///       .default(0, for: CodingKeys.plays)
///       .step(from: 1) { fields in
///         let length = try fields.decode(String.self, forKey: "length")
///         try fields.encode(seconds(of: length), forKey: "seconds")
///       }
///   }
/// }
/// ```
///
/// It holds wherever a value of the type stands: in any graph, in any class of a hierarchy, for structs and enums
/// as for classes, and for generated code too. Archives in the present form are read as fast as those of other
/// types, and nearly so are those that lack fields with defaults or have fields under former names, where no step changes them.
///
/// A class whose subclasses evolve on their own declares it as `class var`. A subclass that declares nothing has
/// no evolution of its own: that of its superclass goes on to hold for the fields of the superclass. These are looked
/// for under the key `super`, where `superEncoder()` puts them, in each class of the hierarchy; in records without that
/// key all classes have their fields side by side.
public protocol ArchiveEvolving {
  /// The version that is written, and how older forms become that one; the same at every call.
  static var archiveEvolution: ArchiveEvolution { get }
}
