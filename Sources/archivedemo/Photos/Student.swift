import Foundation
import StorageTransforms

/// A student: what is Codable needs no fields, but for those that have rules or a transform.
struct Student: Codable, Equatable, Sendable {
  var number: Int
  var name: String
  var courses: [String]
  var scores: [String: Double]
  var contact: Contact
  var avatar: Data

  static func entity() throws -> Entity<Student> {
    try Entity(of: Student.self) {
      Field("number", \.number)
      Field("name", \.name).indexed()
      Field(
        "avatar", \.avatar, as: MIMETransform(accepting: [.png], store: { $0 }, restore: { $0 }))
    }
  }
}

/// How to reach a student: an instance of a class, archived.
final class Contact: Codable, Equatable, Sendable {
  let mail: String
  let phone: String?

  init(mail: String, phone: String?) {
    self.mail = mail
    self.phone = phone
  }

  static func == (left: Contact, right: Contact) -> Bool {
    left.mail == right.mail && left.phone == right.phone
  }
}
