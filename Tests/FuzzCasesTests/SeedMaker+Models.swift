#if SQLite
  import CoreDataTestSupport
  import FuzzCases
  import Foundation
  import KeyedArchives
  import PropertyListFormat

  extension SeedMaker {
    private static let models = [
      SampleModel([
        .init("A", [.attribute("b", 1800, valueClass: "NSArray", transformer: "T")])
      ]),
      SampleModel([
        .init("A", isAbstract: true, [.relationship("c", to: "B", inverse: "c", isToMany: true)]),
        .init("B", in: "A", [.attribute("d", 700, isOptional: false, isTransient: true)]),
      ]),
      SampleModel([.init("A", []), .init("B", in: "A", []), .init("C", in: "B", [])]),
    ]

    /// Models and values as stores of Core Data's hold them.
    mutating func addModels() throws {
      for (index, model) in Self.models.enumerated() {
        let binary = try PropertyList(model.archive).bytes(.binary)
        for choice in UInt8(0)..<5 {
          add(.model, "model-\(index)-\(choice)", binary, switches: choice)
        }
        add(.model, "XML-\(index)", model.archive)
        add(.model, "stream-\(index)", try model.cache, option: 2)
      }
      add(.store, "store", try SmallStore.bytes())
      let graph = [UInt8](
        try NSKeyedArchiver.archivedData(
          withRootObject: ["a"] as NSArray, requiringSecureCoding: false))
      let list = Array("<plist><array><true/></array></plist>".utf8)
      let file = Array("5B3C1E2A-0F00-4A11-9D00-AABBCCDDEEFF".utf8)
      let archives: [[UInt8]] = [
        try KeyedArchiver().encode(["a"]), try KeyedArchiver(framing: .multiPart).encode(["a"]),
      ]
      for (index, bytes) in ([graph, list, file, Array(file.prefix(16))] + archives).enumerated() {
        for form in UInt8(0)..<8 {
          add(
            .model, "value-\(index)", bytes, option: form << 1 | 1,
            switches: index == 3 ? 2 : form)
        }
      }
    }
  }
#endif
