import Foundation
import FoundationArchiveFormat
import TestSupport
import Testing
import ValueTransformers

// The code there, as the article prints it.

final class Contact: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let mail: String
  let phone: String?

  init(mail: String, phone: String?) { (self.mail, self.phone) = (mail, phone) }

  init?(coder: NSCoder) {
    guard let mail = coder.decodeObject(of: NSString.self, forKey: "mail") else { return nil }
    self.mail = String(mail)
    phone = coder.decodeObject(of: NSString.self, forKey: "phone").map { String($0) }
  }

  func encode(with coder: NSCoder) {
    coder.encode(mail, forKey: "mail")
    coder.encode(phone, forKey: "phone")
  }
}

final class Student: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let name: String
  let home: Contact
  let emergency: Contact

  init(name: String, home: Contact, emergency: Contact) {
    (self.name, self.home, self.emergency) = (name, home, emergency)
  }

  init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name"),
      let home = coder.decodeObject(of: Contact.self, forKey: "home"),
      let emergency = coder.decodeObject(of: Contact.self, forKey: "emergency")
    else { return nil }
    (self.name, self.home, self.emergency) = (String(name), home, emergency)
  }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "name")
    coder.encode(home, forKey: "home")
    coder.encode(emergency, forKey: "emergency")
  }
}

/// The examples of the article on NSCoding objects.
@Suite struct NSCodingGuideTests {
  final class Contact: Codable {
    let mail: String
    let phone: String?

    init(mail: String, phone: String?) { (self.mail, self.phone) = (mail, phone) }
  }

  final class Student: Codable {
    let name: String
    let home: Contact
    let emergency: Contact

    init(name: String, home: Contact, emergency: Contact) {
      (self.name, self.home, self.emergency) = (name, home, emergency)
    }
  }

  /// The fields of an object of a class; nil for anything else.
  func fields(of value: ArchivedValue?, _ className: String) -> ArchivedValue? {
    let object = value?.target ?? value  // another mention of the object
    guard object?.typeName == className else { return nil }
    return object?.body ?? object
  }

  func homeContact(in archive: Data) throws -> Contact? {
    let root = try FoundationGraph(Array(archive)).archivedValue()
    let student = fields(of: root, "School.Student")
    let home = fields(of: student?["home"], "School.Contact")
    return home?["mail"]?.stringValue.map { mail in
      Contact(mail: mail, phone: home?["phone"]?.stringValue)
    }
  }

  @Test func `the objects there print what the article shows`() throws {
    let (student, lines) = try FormerStudent.example()
    #expect(student != nil)
    #expect(
      try ReadmeExample.isShown("```\n\(lines.joined(separator: "\n"))\n```", near: #filePath),
      "\(lines)")
    #expect(try ReadmeExample.stands("class Student: NSObject", in: #filePath, inPieces: true))
  }

  @Test func `the objects here print what the article shows`() throws {
    var lines: [String] = []
    func print(_ items: Any...) {
      lines.append(items.map { "\($0)" }.joined(separator: " "))
    }

    let parents = Contact(mail: "home@example.org", phone: nil)
    let student = Student(name: "Ann", home: parents, emergency: parents)
    let archive: Data = try KeyedArchiver().encode(student)
    let copy = try KeyedUnarchiver().decode(Student.self, from: archive)
    print(copy.home.mail, copy.home === copy.emergency)
    #expect(
      try ReadmeExample.isShown("```\n\(lines.joined(separator: "\n"))\n```", near: #filePath),
      "\(lines)")
    #expect(try ReadmeExample.stands("class Student: Codable", in: #filePath, inPieces: true))
  }

  @Test func `an archive is read without its classes`() throws {
    let archive = try FormerStudent.archive()
    let contact = try #require(try homeContact(in: archive))
    #expect(contact.mail == "home@example.org" && contact.phone == nil)
    #expect(try homeContact(in: FormerStudent.archive(school: "Other")) == nil)
    #expect(try ReadmeExample.stands("func homeContact", in: #filePath, inPieces: true))
  }
}

/// The class there, under a name that the suite does not hide.
private typealias FormerStudent = Student

extension Student {
  /// The output of the example there.
  fileprivate static func example() throws -> (Student?, [String]) {
    var lines: [String] = []
    func print(_ items: Any...) {
      lines.append(items.map { "\($0)" }.joined(separator: " "))
    }

    let parents = Contact(mail: "home@example.org", phone: nil)
    let student = Student(name: "Ann", home: parents, emergency: parents)
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: student, requiringSecureCoding: true)
    let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: Student.self, from: archive)
    print(copy?.home.mail ?? "nil", copy?.home === copy?.emergency)
    return (copy, lines)
  }

  /// An archive with the class names of the module `School`.
  fileprivate static func archive(school: String = "School") throws -> Data {
    let parents = Contact(mail: "home@example.org", phone: nil)
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.outputFormat = .xml
    archiver.encode(
      Student(name: "Ann", home: parents, emergency: parents), forKey: NSKeyedArchiveRootObjectKey)
    archiver.finishEncoding()
    let text = String(decoding: archiver.encodedData, as: UTF8.self)
      .replacing("ValueTransformersTests.", with: "\(school).")
    return Data(text.utf8)
  }
}
