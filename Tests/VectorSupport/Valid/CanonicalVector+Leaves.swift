import ArchiveFormat

extension CanonicalVector {
  /// Every leaf kind: as a root, and in every kind of container.
  static var leaves: [CanonicalVector] {
    LeafSample.all.flatMap { sample in
      [vector(sample.name, sample.name, [0x01] + sample.tagged)]
        + (sample.isInContainers ? contained(sample) : [])
    } + [
      vector("null", "null", [0x01, 0x02]), vector("false", "false", [0x01, 0x03]),
      vector("true", "true", [0x01, 0x04]),
    ]
  }

  private static func contained(_ sample: LeafSample) -> [CanonicalVector] {
    let (kind, payload) = (sample.kind.rawValue, sample.payload)
    func content(_ text: String) -> [UInt8] {
      text.split(separator: " ").flatMap { word in
        switch word {
        case "K": [kind]
        case "P": payload
        case "T": sample.tagged
        default: HexText(String(word)).bytes
        }
      }
    }
    let forms: [(String, String)] = [
      ("in-an-array", "01 16 K 05 P"), ("twice-in-an-array", "01 16 K 09 P P"),
      ("in-a-nullable-array", "01 16 1F K 0D 02 P"), ("among-any", "01 16 01 09 04 T"),
      ("in-a-set", "01 17 K 05 P"), ("as-a-map-value", "01 18 0F K 09 03 61 P"),
      ("as-a-map-key", "01 18 K 05 09 P 03"), ("in-a-field", "03 03 03 K 05 61 C0 P"),
      ("in-nested-arrays", "01 16 16 K 05 05 P"),
    ]
    // Strings and integers that are keys of maps would be those of a keyed container.
    return forms.map { vector("\(sample.name)-\($0)", "\(sample.name) \($0)", content($1)) }
  }

  private static func vector(_ name: String, _ comment: String, _ content: [UInt8])
    -> CanonicalVector
  {
    CanonicalVector(name, comment, SinglePartImage(content).framed.bytes)
  }
}
