#if Benchmarks
  import SwiftProtobuf
  import Workloads

  extension CanadaMap: ProtobufConvertible {
    var message: ProtoCanadaMap {
      .with {
        $0.type = type
        $0.features = features.map(\.message)
      }
    }
  }

  extension CanadaMap.Feature {
    fileprivate var message: ProtoCanadaMap.Feature {
      .with {
        $0.type = type
        $0.properties = properties
        $0.geometry = geometry.message
      }
    }
  }

  extension CanadaMap.Geometry {
    fileprivate var message: ProtoCanadaMap.Geometry {
      .with {
        $0.type = type
        $0.coordinates = coordinates.map { ring in
          .with { $0.points = ring.map { point in .with { $0.coordinates = point } } }
        }
      }
    }
  }
#endif
