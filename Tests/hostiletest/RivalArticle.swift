import Foundation

/// One kind of value for all archivers: an article with others in it.
final class RivalArticle: NSObject, NSSecureCoding, Codable {
  let title: String
  let number: Int
  let ratio: Double
  let isNew: Bool
  let tags: [String]
  let created: Date
  let body: Data
  let others: [RivalArticle]

  init(
    title: String, number: Int, ratio: Double, isNew: Bool, tags: [String], created: Date,
    body: Data, others: [RivalArticle]
  ) {
    (self.title, self.number, self.ratio, self.isNew) = (title, number, ratio, isNew)
    (self.tags, self.created, self.body, self.others) = (tags, created, body, others)
  }

  static func sample(depth: Int, number: Int = 1) -> RivalArticle {
    RivalArticle(
      title: "article \(number)", number: number * 7919, ratio: Double(number) / 7,
      isNew: number & 1 == 1, tags: ["tag \(number)", "common"],
      created: Date(timeIntervalSinceReferenceDate: Double(number) * 1000.5),
      body: Data((0..<16).map { UInt8(truncatingIfNeeded: $0 * number) }),
      others: depth == 0
        ? [] : (0..<2).map { .sample(depth: depth - 1, number: number * 2 + $0) })
  }

  /// What values are compared by.
  var text: String {
    "\(title)|\(number)|\(ratio)|\(isNew)|\(tags)|\(created.timeIntervalSinceReferenceDate)|"
      + "\(Array(body))|\(others.map(\.text))"
  }

  // MARK: NSSecureCoding

  static var supportsSecureCoding: Bool { true }

  func encode(with coder: NSCoder) {
    coder.encode(title as NSString, forKey: "title")
    coder.encode(number, forKey: "number")
    coder.encode(ratio, forKey: "ratio")
    coder.encode(isNew, forKey: "isNew")
    coder.encode(tags.map { $0 as NSString } as NSArray, forKey: "tags")
    coder.encode(created as NSDate, forKey: "created")
    coder.encode(body as NSData, forKey: "body")
    coder.encode(others as NSArray, forKey: "others")
  }

  init?(coder: NSCoder) {
    guard let title = coder.decodeObject(of: NSString.self, forKey: "title"),
      let tags = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "tags") as? [Any],
      let created = coder.decodeObject(of: NSDate.self, forKey: "created"),
      let body = coder.decodeObject(of: NSData.self, forKey: "body"),
      let others = coder.decodeObject(of: [NSArray.self, RivalArticle.self], forKey: "others")
        as? [Any]
    else {
      coder.failWithError(CocoaError(.coderValueNotFound))
      return nil
    }
    let texts = tags.compactMap {
      ($0 as? NSString).map { String(describing: $0) } ?? ($0 as? String)
    }
    let articles = others.compactMap { $0 as? RivalArticle }
    guard texts.count == tags.count, articles.count == others.count else {
      coder.failWithError(CocoaError(.coderReadCorrupt))
      return nil
    }
    self.title = String(describing: title)
    number = coder.decodeInteger(forKey: "number")
    ratio = coder.decodeDouble(forKey: "ratio")
    isNew = coder.decodeBool(forKey: "isNew")
    self.tags = texts
    self.created = Date(timeIntervalSinceReferenceDate: created.timeIntervalSinceReferenceDate)
    self.body = Data(referencing: body)
    self.others = articles
  }
}
