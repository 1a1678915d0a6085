#if SQLite
  package import ArchiveCompression
  internal import ArchiveFormat

  /// A model as Core Data archives it: entities know their properties, and properties their entity.
  package struct SampleModel {
    package struct Property {
      var name: String
      var fields: String
      var texts: [String: String]
      var isAttribute: Bool

      package static func attribute(
        _ name: String, _ type: Int, valueClass: String? = nil, transformer: String? = nil,
        isOptional: Bool = true, isTransient: Bool = false
      ) -> Property {
        var texts: [String: String] = [:]
        texts["NSAttributeValueClassName"] = valueClass
        texts["NSValueTransformerName"] = transformer
        return Property(
          name: name,
          fields: "<key>NSAttributeType</key><integer>\(type)</integer>"
            + (isOptional ? "<key>NSIsOptional</key><true/>" : "")
            + (isTransient ? "<key>NSIsTransient</key><true/>" : ""),
          texts: texts, isAttribute: true)
      }

      package static func relationship(
        _ name: String, to destination: String, inverse: String? = nil, isToMany: Bool = false
      ) -> Property {
        var texts = ["_NSDestinationEntityName": destination]
        texts["_NSInverseRelationshipName"] = inverse
        return Property(
          name: name,
          fields: "<key>NSMaxCount</key><integer>\(isToMany ? 0 : 1)</integer>",
          texts: texts, isAttribute: false)
      }
    }

    package struct Entity {
      var name: String
      var superentity: String?
      var isAbstract: Bool
      var properties: [Property]

      package init(
        _ name: String, in superentity: String? = nil, isAbstract: Bool = false,
        _ properties: [Property]
      ) {
        self.name = name
        self.superentity = superentity
        self.isAbstract = isAbstract
        self.properties = properties
      }
    }

    package var entities: [Entity]

    package init(_ entities: [Entity]) { self.entities = entities }

    /// The archive, as an XML property list.
    package var archive: [UInt8] {
      var objects = ["<string>$null</string>"]
      func add(_ object: String) -> Int {
        objects.append(object)
        return objects.count - 1
      }
      func reference(_ number: Int) -> String {
        "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
      }
      func text(_ key: String, _ value: String?) -> String {
        let number = value.map { add("<string>\(Self.escaped($0))</string>") } ?? 0
        return "<key>\(key)</key>\(reference(number))"
      }
      func ofClass(_ name: String, _ fields: String) -> String {
        let number = add("<dict><key>$classname</key><string>\(name)</string></dict>")
        return "<dict>\(fields)<key>$class</key>\(reference(number))</dict>"
      }
      let model = add("")
      var places: [String: Int] = [:]
      for entity in entities { places[entity.name] = add("") }
      for entity in entities {
        let own = places[entity.name] ?? 0
        var members: [Int] = []
        for property in entity.properties {
          var fields = property.fields + text("NSPropertyName", property.name)
          fields += "<key>NSEntity</key>\(reference(own))"
          for (key, value) in property.texts.sorted(by: { $0.key < $1.key }) {
            fields += text(key, value)
          }
          members.append(
            add(
              ofClass(
                property.isAttribute ? "NSAttributeDescription" : "NSRelationshipDescription",
                fields)))
        }
        let properties = add(
          ofClass(
            "NSArray",
            "<key>NS.objects</key><array>\(members.map(reference).joined())</array>"))
        objects[own] = ofClass(
          "NSEntityDescription",
          text("NSEntityName", entity.name) + text("NSClassNameForEntity", nil)
            + "<key>NSSuperentity</key>\(reference(places[entity.superentity ?? ""] ?? 0))"
            + "<key>NSProperties</key>\(reference(properties))"
            + "<key>NSManagedObjectModel</key>\(reference(model))"
            + (entity.isAbstract ? "<key>NSIsAbstract</key><true/>" : ""))
      }
      let all = entities.compactMap { places[$0.name] }.map(reference).joined()
      objects[model] = ofClass("NSManagedObjectModel", "<key>NSEntities</key><array>\(all)</array>")
      let list = """
        <plist version="1.0"><dict><key>$archiver</key><string>NSKeyedArchiver</string><key>$version</key><integer>100000</integer>\
        <key>$top</key><dict><key>root</key>\(reference(model))</dict><key>$objects</key><array>\(objects.joined())</array></dict></plist>
        """
      return Array(list.utf8)
    }

    /// The content of `Z_MODELCACHE`: a raw deflate stream, which is a zlib stream without its first two and last four bytes.
    package var cache: [UInt8] {
      get throws { Self.deflated(try Zlib.deflated(archive[...], level: 6)) }
    }

    package static func deflated(_ stream: [UInt8]) -> [UInt8] {
      Array(stream.dropFirst(2).dropLast(4))
    }

    private static func escaped(_ text: String) -> String {
      text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
  }
#endif
