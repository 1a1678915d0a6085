import Foundation
import HostileInput
import KeyedArchives

/// Flips every bit of an archive of one value, of ours and of Foundation's formats, each in processes that may die:
/// `rivals [--depth N] [--stride N]`.
enum RivalsCommand {
  private struct Contestant {
    let name: String
    let bytes: [UInt8]
    let decode: ([UInt8]) throws -> RivalArticle
  }

  static func run(_ arguments: [String]) throws -> Bool {
    let options = Options(arguments)
    let article = RivalArticle.sample(depth: options.number("--depth") ?? 2)
    let stride = options.number("--stride") ?? 1
    let text = article.text
    let plist = PropertyListEncoder()
    plist.outputFormat = .binary
    let contestants = [
      Contestant(
        name: "KeyedArchives", bytes: try KeyedArchiver().encode(article),
        decode: { try KeyedUnarchiver().decode(RivalArticle.self, from: $0) }),
      Contestant(
        name: "KeyedArchives, blocks",
        bytes: try KeyedArchiver(compression: .zlib(), framing: .multiPart).encode(article),
        decode: { try KeyedUnarchiver().decode(RivalArticle.self, from: $0) }),
      Contestant(
        name: "NSKeyedUnarchiver, secure",
        bytes: [UInt8](
          try NSKeyedArchiver.archivedData(withRootObject: article, requiringSecureCoding: true)),
        decode: {
          let value = try NSKeyedUnarchiver.unarchivedObject(
            ofClasses: [
              RivalArticle.self, NSArray.self, NSString.self, NSDate.self, NSData.self,
            ], from: Data($0))
          guard let article = value as? RivalArticle else { throw CocoaError(.coderReadCorrupt) }
          return article
        }),
      Contestant(
        name: "PropertyListDecoder, binary", bytes: [UInt8](try plist.encode(article)),
        decode: { try PropertyListDecoder().decode(RivalArticle.self, from: Data($0)) }),
      Contestant(
        name: "JSONDecoder", bytes: [UInt8](try JSONEncoder().encode(article)),
        decode: { try JSONDecoder().decode(RivalArticle.self, from: Data($0)) }),
    ]
    var isFine = true
    for contestant in contestants {
      guard try contestant.decode(contestant.bytes).text == text else {
        print("\(contestant.name): the unchanged archive is read as another value")
        return false
      }
      let clock = ContinuousClock()
      let start = clock.now
      let places = Array(Swift.stride(from: 0, to: contestant.bytes.count * 8, by: stride))
      let counts = try ForkedTrial.run(count: places.count) { number in
        var bytes = contestant.bytes
        bytes[places[number] >> 3] ^= 1 << UInt8(places[number] & 7)
        return try contestant.decode(bytes).text == text
      }
      let found = ForkedTrial.Verdict.allCases.map { "\(counts[$0] ?? 0) \($0.name)" }
      print(
        "\(contestant.name): \(contestant.bytes.count) bytes, \(places.count) flips: "
          + found.joined(separator: ", ")
          + String(format: ", %.1f s", (clock.now - start) / .seconds(1)))
      fflush(nil)
      if contestant.name.hasPrefix("KeyedArchives") {
        isFine = isFine && counts[.typedError] == places.count
      }
    }
    return isFine
  }
}
