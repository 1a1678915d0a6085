import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An archive of one of Foundation's classes, and a check of the object that Foundation reads from it.
struct FoundationSample: Sendable {
  let name: String
  /// The object that is archived.
  let object: @Sendable () throws -> NSObject
  let archive: @Sendable () throws -> Data
  let isRight: @Sendable (Any) throws -> Bool

  /// An object that is equal to the one that is read.
  init(_ name: String, _ object: @escaping @Sendable () throws -> NSObject) {
    self.init(name, object) { ([$0] as NSArray).isEqual([try object()] as NSArray) }
  }

  private init(
    _ name: String, _ object: @escaping @Sendable () throws -> NSObject,
    isRight: @escaping @Sendable (Any) throws -> Bool
  ) {
    self.name = name
    self.object = object
    archive = {
      try NSKeyedArchiver.archivedData(withRootObject: object(), requiringSecureCoding: false)
    }
    self.isRight = isRight
  }

  /// An object that Foundation reads in Apple's form, and does not archive itself.
  ///
  /// - Parameters:
  ///   - chain: The names of the class and its superclasses.
  ///   - fields: The fields in XML. References lead to the texts from 3 on.
  init(
    _ object: @escaping @Sendable () throws -> NSObject, chain: [String], fields: String,
    texts: [String] = []
  ) {
    name = chain[0]
    self.object = object
    archive = { Self.appleArchive(chain: chain, fields: fields, texts: texts) }
    isRight = { ([$0] as NSArray).isEqual([try object()] as NSArray) }
  }

  /// An object without an equality of its own, whose read one has the same description.
  private static func described<Object: NSObject>(
    _ object: @escaping @Sendable () throws -> Object,
    by describe: @escaping @Sendable (Object) -> [Any]
  ) -> FoundationSample {
    FoundationSample("\(Object.self)", object) { found in
      guard let found = found as? Object else { return false }
      return "\(describe(found))" == "\(describe(try object()))"
    }
  }

  /// An XML archive with one object of a class, as macOS writes it.
  static func appleArchive(chain: [String], fields: String, texts: [String] = []) -> Data {
    func strings(_ texts: [String]) -> String { texts.map { "<string>\($0)</string>" }.joined() }
    return Data(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>$version</key><integer>100000</integer>
      <key>$archiver</key><string>NSKeyedArchiver</string>
      <key>$top</key><dict><key>root</key>\(reference(1))</dict>
      <key>$objects</key><array><string>$null</string>
      <dict><key>$class</key>\(reference(2))\(fields)</dict>
      <dict><key>$classname</key><string>\(chain[0])</string>
      <key>$classes</key><array>\(strings(chain))</array></dict>
      \(strings(texts))</array>
      </dict></plist>
      """.utf8)
  }

  static func reference(_ number: Int) -> String {
    "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
  }

  // MARK: Samples

  static let all: [FoundationSample] = values + objects + networking + units + formatters

  private static let values: [FoundationSample] = [
    .init("string") { NSString(string: "aä\u{1F600}\u{1}\r") },
    .init("mutable string") { NSMutableString(string: "x") },
    .init("integers") { [0, -1, 255, Int.max, Int.min] as NSArray },
    .init("unsigned") { NSNumber(value: UInt64.max) },
    .init("bools") { [true, false] as NSArray },
    .init("reals") { [2.5, -0.0, Double.infinity, Double.leastNonzeroMagnitude] as NSArray },
    .init("float") { NSNumber(value: Float(0.1)) },
    .init("data") { NSData(data: Data([1, 2, 3])) },
    .init("mutable data") { NSMutableData(data: Data(0...255)) },
    .init("date") { NSDate(timeIntervalSinceReferenceDate: 1.5) },
    .init("array") { [1, "a"] as NSArray },
    .init("mutable array") { NSMutableArray(array: [1, "a", ["b"] as NSArray]) },
    .init("dictionary") { ["a": 1, "b": ["c", "a"] as NSArray] as NSDictionary },
    .init("dictionary of numbers") { [1: "a", 2.5: "b"] as NSDictionary },
    .init("mutable dictionary") { NSMutableDictionary(dictionary: ["a": NSNull()]) },
    .init("set") { NSSet(array: [1, 2, "a"]) },
    .init("mutable set") { NSMutableSet(array: [1, 2]) },
    .init("counted set") { NSCountedSet(array: [1, 1, 2]) },
    .init("ordered set") { NSOrderedSet(array: [3, 1, 2]) },
    .init("mutable ordered set") { NSMutableOrderedSet(array: [3, 1, 2]) },
    .init("null") { NSNull() },
    .init("UUID") { try found(NSUUID(uuidString: "01020304-0506-0708-090A-0B0C0D0E0FFF")) },
    .init("URL") { try found(NSURL(string: "http://a/b?c")) },
    .init("relative URL") {
      try found(NSURL(string: "b/c", relativeTo: URL(string: "http://a/x/")))
    },
    .init("point") { NSValue(point: NSPoint(x: 1, y: -2.5)) },
    .init("size") { NSValue(size: NSSize(width: 3, height: 4)) },
    .init("rectangle") { NSValue(rect: NSRect(x: 1, y: 2, width: 3, height: 4)) },
    .init("edge insets") {
      NSValue(edgeInsets: NSEdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
    },
    .init("range") { NSValue(range: NSRange(location: 1, length: 2)) },
  ]

  private static func found<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw CocoaError(.formatting) }
    return value
  }

  @Sendable private static func attributedText() -> NSMutableAttributedString {
    let text = NSMutableAttributedString(string: "hello world")
    let range = NSRange(location: 0, length: 5)
    text.addAttribute(NSAttributedString.Key("k"), value: "v" as NSString, range: range)
    return text
  }

  private static let objects: [FoundationSample] = [
    .init("empty index set") { NSIndexSet() },
    .init("index set") { NSIndexSet(index: 7) },
    .init("mutable index set") {
      let set = NSMutableIndexSet(index: 1)
      set.add(in: NSRange(location: 5, length: 500))
      return set
    },
    .init("index path of one") { NSIndexPath(index: 4) },
    .init("index path") { NSIndexPath(indexes: [1, 2, 300], length: 3) },
    .init("time zone") { try found(NSTimeZone(name: "Europe/Berlin")) },
    .init("locale") { NSLocale(localeIdentifier: "de_DE") },
    .init("attributed string") { NSAttributedString(attributedString: attributedText()) },
    .init("mutable attributed string") { attributedText() },
    .init("date components") { DateComponents(year: 2020, month: 5) as NSDateComponents },
    .init("calendar") { try found(NSCalendar(identifier: .gregorian)) },
    .init("character set") { NSCharacterSet(charactersIn: "abc") },
    .init("mutable character set") { NSMutableCharacterSet(charactersIn: "abc") },
    .init("bitmap of characters") {
      NSCharacterSet(bitmapRepresentation: CharacterSet(charactersIn: "a-z").bitmapRepresentation)
    },
    .init("regular expression") { try NSRegularExpression(pattern: "a+") },
    .init("affine transform") { NSAffineTransform() },
    .init("query item") { NSURLQueryItem(name: "a", value: "b") },
    .init("query item without value") { NSURLQueryItem(name: "a", value: nil) },
    .init("person name components") {
      let name = NSPersonNameComponents()
      (name.givenName, name.familyName) = ("Ada", "Lovelace")
      return name
    },
    .init(
      { NSError(domain: "d", code: 3) }, chain: ["NSError", "NSObject"],
      fields: "<key>NSCode</key><integer>3</integer><key>NSDomain</key>\(reference(3))"
        + "<key>NSUserInfo</key>\(reference(0))", texts: ["d"]),
    // Foundation reads the start of an interval as its end too.
    .described(
      { NSDateInterval(start: Date(timeIntervalSinceReferenceDate: 1), duration: 2) },
      by: { [$0.startDate] }),
    // Foundation does not give a notification its further information back.
    .described(
      { NSNotification(name: .init("n"), object: "o", userInfo: ["a": 1]) },
      by: { [$0.name, "\($0.object ?? "")"] }),
    .described(
      { () throws -> NSTextCheckingResult in
        let expression = try NSRegularExpression(pattern: "a(b)")
        return try found(
          expression.firstMatch(in: "caba", range: NSRange(location: 0, length: 4)))
      }, by: { [$0.resultType, $0.numberOfRanges, $0.range, $0.range(at: 1)] }),
    // Foundation writes the scale as an object and reads a number, and spells the key of the rounding in two ways.
    .described(
      {
        NSDecimalNumberHandler(
          roundingMode: .plain, scale: Int16(NSDecimalNoScale), raiseOnExactness: true,
          raiseOnOverflow: true, raiseOnUnderflow: false, raiseOnDivideByZero: false)
      }, by: { [$0.scale(), $0.roundingMode()] }),
  ]

  private static let networking: [FoundationSample] = [
    .init("request") { NSURLRequest(url: try found(URL(string: "http://a/b"))) },
    .init("mutable request") {
      let request = NSMutableURLRequest(url: try found(URL(string: "http://a/b")))
      request.httpMethod = "POST"
      request.httpBody = Data([1])
      request.setValue("v", forHTTPHeaderField: "X")
      return request
    },
    .init("credential") { URLCredential(user: "u", password: "p", persistence: .none) },
    .init("response") {
      URLResponse(
        url: try found(URL(string: "http://a/b")), mimeType: "text/plain",
        expectedContentLength: 3, textEncodingName: nil)
    },
    .init("HTTP response") {
      try found(
        HTTPURLResponse(
          url: try found(URL(string: "http://a/b")), statusCode: 404, httpVersion: "HTTP/1.1",
          headerFields: ["A": "b"]))
    },
  ]

  private static let units: [FoundationSample] = [
    .init("measurement") { NSMeasurement(doubleValue: 2, unit: UnitLength.meters) },
    .init("unit") { Unit(symbol: "u") },
    .init("dimension") { Dimension(symbol: "d", converter: UnitConverterLinear(coefficient: 2)) },
    .init("linear converter") { UnitConverterLinear(coefficient: 2, constant: 3) },
    .init("acceleration") { UnitAcceleration.gravity },
    .init("angle") { UnitAngle.degrees },
    .init("area") { UnitArea.ares },
    .init("concentration") { UnitConcentrationMass.gramsPerLiter },
    .init("dispersion") { UnitDispersion.partsPerMillion },
    .init("duration") { UnitDuration.hours },
    .init("charge") { UnitElectricCharge.ampereHours },
    .init("current") { UnitElectricCurrent.milliamperes },
    .init("voltage") { UnitElectricPotentialDifference.volts },
    .init("resistance") { UnitElectricResistance.ohms },
    .init("energy") { UnitEnergy.calories },
    .init("frequency") { UnitFrequency.hertz },
    // Its converter is the reciprocal one, a class of its own.
    .init("fuel efficiency") { UnitFuelEfficiency.milesPerGallon },
    .init("illuminance") { UnitIlluminance.lux },
    .init("information") { UnitInformationStorage.bytes },
    .init("length") { UnitLength.miles },
    .init("mass") { UnitMass.pounds },
    .init("power") { UnitPower.watts },
    .init("pressure") { UnitPressure.bars },
    .init("speed") { UnitSpeed.knots },
    .init("temperature") { UnitTemperature.fahrenheit },
    .init("volume") { UnitVolume.liters },
  ]

  /// Foundation archives only the class of the formatters whose description is empty here.
  private static let formatters: [FoundationSample] = [
    .described(
      { () -> ByteCountFormatter in
        let formatter = ByteCountFormatter()
        formatter.zeroPadsFractionDigits = true
        return formatter
      }, by: { [$0.zeroPadsFractionDigits, $0.countStyle] }),
    .described({ DateFormatter() }, by: { _ in [] }),
    .described(
      { () -> DateIntervalFormatter in
        let formatter = DateIntervalFormatter()
        formatter.dateStyle = .short
        return formatter
      }, by: { [$0.dateStyle.rawValue, $0.timeStyle.rawValue] }),
    .described({ EnergyFormatter() }, by: { [$0.unitStyle] }),
    .described({ Formatter() }, by: { _ in [] }),
    .described(
      { () -> ISO8601DateFormatter in
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withYear, .withMonth]
        formatter.timeZone = TimeZone(identifier: "Europe/Berlin")
        return formatter
      }, by: { [$0.formatOptions.rawValue, $0.timeZone.identifier] }),
    .described({ LengthFormatter() }, by: { [$0.unitStyle] }),
    .described({ MassFormatter() }, by: { [$0.unitStyle] }),
    .described({ NumberFormatter() }, by: { _ in [] }),
  ]
}
