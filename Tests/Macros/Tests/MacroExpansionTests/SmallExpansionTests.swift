@testable import ExpandedMacros
import Testing

/// The macro's code for structs of which it archives nothing, or the raw value alone.
@Suite struct SmallExpansionTests {
  @Test func `structs without fields and structs that are raw values`() {
    expectExpansion(
      of: """
        @Archivable
        struct Cache {
          @ArchiveIgnored var number = 1
        }

        @Archivable
        struct Options: OptionSet {
          let rawValue: UInt8
        }

        @Archivable
        struct Name: Hashable, Swift.RawRepresentable {
          var rawValue: Text
        }
        """,
      to: """
        struct Cache {
          var number = 1

          private enum CodingKeys: Swift.CodingKey {
          }
        }
        struct Options: OptionSet {
          let rawValue: UInt8
        }
        struct Name: Hashable, Swift.RawRepresentable {
          var rawValue: Text
        }

        extension Cache: Swift.Codable, KeyedArchives.ArchivableValue, KeyedArchives.ArchivableRecord {
          static func describeFields(_ fields: inout KeyedArchives.ArchiveFields) {

          }
          static var confirmedKeys: (any Swift.CodingKey.Type)? {
            CodingKeys.self
          }
          func writeFields(to writer: inout KeyedArchives.ArchiveWriter, at places: KeyedArchives.ArchivePlaces) {

          }
          init(from reader: inout KeyedArchives.ArchiveReader, at places: KeyedArchives.ArchivedPlaces) throws {

          }
          @_disfavoredOverload init(from decoder: any Swift.Decoder) throws {
            try self.init(from: decoder)
          }
          init(from decoder: (any Swift.Decoder)?) throws {

          }
          @_disfavoredOverload func encode(to encoder: any Swift.Encoder) throws {
            try self.encode(to: encoder)
          }
          func encode(to encoder: (any Swift.Encoder)?) throws {
            guard let encoder else {
              throw KeyedArchives.NoCoder()
            }
            _ = encoder.container(keyedBy: CodingKeys.self)
          }
        }

        extension Options: Swift.Codable, KeyedArchives.ArchivableValue, KeyedArchives.ArchivableLeaf {
        }

        extension Name: Swift.Codable {
        }
        """)
  }
}
