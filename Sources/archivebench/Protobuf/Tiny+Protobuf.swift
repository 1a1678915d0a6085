#if Benchmarks
  import SwiftProtobuf
  import Workloads

  extension Tiny: ProtobufConvertible {
    var message: ProtoTinyRecord {
      .with {
        $0.id = id
        $0.name = name
        $0.age = age
        $0.score = score
        $0.isActive = isActive
        $0.tag = tag
        $0.created = created
        if let note { $0.note = note }
      }
    }
  }
#endif
