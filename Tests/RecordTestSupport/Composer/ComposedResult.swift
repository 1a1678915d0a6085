package import TestSupport

/// An error that is archived.
package struct ComposedProblem: Error, Composed {
  var reason: String?

  package static func make(_ random: inout SeededGenerator) -> Self { Self(reason: .make(&random)) }
  package var form: ComposedForm { .list([reason.form]) }
}

private enum ResultKeys: CodingKey { case success, failure }

// As programs make `Result` codable, which the standard library does not.

extension Result: @retroactive Encodable where Success: Encodable, Failure: Encodable {
  /// Writes the value or the error under its case's name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ResultKeys.self)
    switch self {
    case .success(let value): try container.encode(value, forKey: .success)
    case .failure(let problem): try container.encode(problem, forKey: .failure)
    }
  }
}

extension Result: @retroactive Decodable where Success: Decodable, Failure: Decodable {
  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ResultKeys.self)
    self =
      if container.contains(.success) {
        .success(try container.decode(Success.self, forKey: .success))
      } else {
        .failure(try container.decode(Failure.self, forKey: .failure))
      }
  }
}

extension Result: Composed where Success: Composed, Failure: Composed {
  package static func make(_ random: inout SeededGenerator) -> Self {
    random.below(3) == 0 ? .failure(.make(&random)) : .success(.make(&random))
  }

  package var form: ComposedForm {
    switch self {
    case .success(let value): .list([.leaf("success"), value.form])
    case .failure(let problem): .list([.leaf("failure"), problem.form])
    }
  }
}
