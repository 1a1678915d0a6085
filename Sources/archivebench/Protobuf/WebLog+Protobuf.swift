#if Benchmarks
  import SwiftProtobuf
  import Workloads

  extension WebLog: ProtobufConvertible {
    var message: ProtoWebLog {
      .with {
        $0.entries = entries.map(\.message)
      }
    }
  }

  extension WebLog.Entry {
    fileprivate var message: ProtoWebLog.Entry {
      .with {
        $0.address = address.message
        $0.identity = identity
        $0.userID = userId
        $0.date = date
        $0.request = request
        $0.code = UInt32(code)
        $0.size = size
      }
    }
  }

  extension WebLog.Address {
    fileprivate var message: ProtoWebLog.Address {
      .with {
        $0.x0 = UInt32(x0)
        $0.x1 = UInt32(x1)
        $0.x2 = UInt32(x2)
        $0.x3 = UInt32(x3)
      }
    }
  }
#endif
