#if Benchmarks
  import SwiftProtobuf
  import Workloads

  extension TriangleMesh: ProtobufConvertible {
    var message: ProtoTriangleMesh {
      .with {
        $0.triangles = triangles.map(\.message)
      }
    }
  }

  extension TriangleMesh.Triangle {
    fileprivate var message: ProtoTriangleMesh.Triangle {
      .with {
        $0.v0 = v0.message
        $0.v1 = v1.message
        $0.v2 = v2.message
        $0.normal = normal.message
      }
    }
  }

  extension TriangleMesh.Vector {
    fileprivate var message: ProtoTriangleMesh.Vector {
      .with {
        $0.x = x
        $0.y = y
        $0.z = z
      }
    }
  }
#endif
