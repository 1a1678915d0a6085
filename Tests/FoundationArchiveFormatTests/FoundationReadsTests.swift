import Foundation
import FoundationArchiveFormat
import PropertyListFormat
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Foundation reads the archives of its own classes once they were written by this package, in a process that Foundation may end.
@Suite struct FoundationReadsTests {
  /// The classes of Foundation 6.3 on Linux that conform to `NSCoding`, without those of ``unreadable``.
  private static let classes: [NSObject.Type] = [
    ByteCountFormatter.self, DateFormatter.self, DateIntervalFormatter.self, Dimension.self,
    EnergyFormatter.self, Formatter.self, HTTPURLResponse.self, ISO8601DateFormatter.self,
    LengthFormatter.self, MassFormatter.self, NSAffineTransform.self, NSArray.self,
    NSAttributedString.self, NSCalendar.self, NSCharacterSet.self, NSCountedSet.self, NSData.self,
    NSDate.self, NSDateComponents.self, NSDateInterval.self, NSDecimalNumberHandler.self,
    NSDictionary.self, NSError.self, NSIndexPath.self, NSIndexSet.self, NSLocale.self,
    NSMeasurement.self, NSMutableArray.self, NSMutableAttributedString.self,
    NSMutableCharacterSet.self, NSMutableData.self, NSMutableDictionary.self,
    NSMutableIndexSet.self, NSMutableOrderedSet.self, NSMutableSet.self, NSMutableString.self,
    NSMutableURLRequest.self, NSNotification.self, NSNull.self, NSNumber.self, NSOrderedSet.self,
    NSPersonNameComponents.self, NSRegularExpression.self, NSSet.self, NSString.self,
    NSTextCheckingResult.self, NSTimeZone.self, NSURL.self, NSURLQueryItem.self,
    NSURLRequest.self, NSUUID.self, NSValue.self, NumberFormatter.self, URLCredential.self,
    URLResponse.self, Unit.self, UnitAcceleration.self, UnitAngle.self, UnitArea.self,
    UnitConcentrationMass.self, UnitConverterLinear.self, UnitDispersion.self, UnitDuration.self,
    UnitElectricCharge.self, UnitElectricCurrent.self, UnitElectricPotentialDifference.self,
    UnitElectricResistance.self, UnitEnergy.self, UnitFrequency.self, UnitFuelEfficiency.self,
    UnitIlluminance.self, UnitInformationStorage.self, UnitLength.self, UnitMass.self,
    UnitPower.self, UnitPressure.self, UnitSpeed.self, UnitTemperature.self, UnitVolume.self,
  ]

  #if os(Linux)
    @Test func `each class that Foundation reads has a sample`() throws {
      let objects = try FoundationSample.all.map { try $0.object() }
      for type in Self.classes {
        #expect(type is any NSCoding.Type, "\(type)")
        // The objects of these are of a private subclass.
        let isCluster = [NSValue.self, NSTextCheckingResult.self].contains { $0 == type }
        #expect(
          objects.contains {
            isCluster ? $0.isKind(of: type) && !($0 is NSNumber) : Swift.type(of: $0) == type
          }, "\(type)")
      }
    }
  #endif

  /// The ways that an archive goes before Foundation reads it.
  enum Way: CaseIterable {
    case untouched, binary, xml, document, documentAsXML

    func bytes(of archive: Data) throws -> [UInt8] {
      let graph = try FoundationGraph([UInt8](archive))
      return switch self {
      case .untouched: [UInt8](archive)
      case .binary: try graph.bytes(.binary)
      case .xml: try graph.bytes(.xml)
      case .document: try Self.throughValue(graph, .binary)
      case .documentAsXML: try Self.throughValue(graph, .xml)
      }
    }

    private static func throughValue(
      _ graph: FoundationGraph, _ form: PropertyList.Form
    ) throws -> [UInt8] {
      try FoundationGraph.bytes(of: try #require(try graph.archivedValue()), form)
    }
  }

  /// Writes a line on standard error; the last one of a process says how far it came.
  private static func note(_ text: String) throws {
    try FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
  }

  private static func root(of archive: Data) throws -> Any? {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archive)
    unarchiver.requiresSecureCoding = false
    return unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
  }

  private static func checkAll() throws {
    for sample in FoundationSample.all {
      let archive = try sample.archive()
      for way in Way.allCases {
        try note("\(sample.name), \(way)")
        let found = try #require(try root(of: Data(try way.bytes(of: archive))))
        try #require(try sample.isRight(found), "\(sample.name), \(way): \(found)")
      }
    }
  }

  @Test func `Foundation reads each of its objects when its archive was written in any way`() async
  {
    await #expect(processExitsWith: .success) { try FoundationReadsTests.checkAll() }
  }

  #if os(Linux)
    /// Archives that Foundation does not read as they are: its own, or in the form of macOS those that it does not write.
    private static let unreadable: KeyValuePairs<String, @Sendable () throws -> Data> = [
      "NSNotification without an object": {
        let notification = NSNotification(name: .init("n"), object: nil)
        return try NSKeyedArchiver.archivedData(
          withRootObject: notification, requiringSecureCoding: false)
      },
      "NSAttributedString of one run": {
        try NSKeyedArchiver.archivedData(
          withRootObject: NSAttributedString(string: "a"), requiringSecureCoding: false)
      },
      "NSDecimalNumber": {
        FoundationSample.appleArchive(
          chain: ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"],
          fields: """
            <key>NS.mantissa</key><data>fQAAAAAAAAAAAAAAAAAAAA==</data>
            <key>NS.negative</key><false/><key>NS.exponent</key><integer>-2</integer>
            <key>NS.mantissa.bo</key><integer>1</integer><key>NS.length</key><integer>1</integer>
            <key>NS.compact</key><true/>
            """)
      },
      "NSOrthography": { withoutFields("NSOrthography") },
      "NSMeasurementFormatter": { withoutFields("NSMeasurementFormatter", "NSFormatter") },
      "NSPersonNameComponentsFormatter": {
        withoutFields("NSPersonNameComponentsFormatter", "NSFormatter")
      },
      "NSPredicate": { withoutFields("NSPredicate") },
      "NSSortDescriptor": { withoutFields("NSSortDescriptor") },
    ]

    private static func withoutFields(_ names: String...) -> Data {
      FoundationSample.appleArchive(chain: names + ["NSObject"], fields: "")
    }

    @Test(arguments: unreadable.map(\.key))
    func `Foundation does not read these archives as they are`(name: String) async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [name = name as String] in
        let make = try #require(
          FoundationReadsTests.unreadable.first { $0.key == name }?.value)
        let archive = try make()
        // The archive is one.
        _ = try FoundationGraph([UInt8](archive))
        try FoundationReadsTests.note("reads it")
        _ = try #require(try FoundationReadsTests.root(of: archive))
        // Nothing fails if it is read.
      }
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(output.contains("reads it"))
    }
  #endif
}
