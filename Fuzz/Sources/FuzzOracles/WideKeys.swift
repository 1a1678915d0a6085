/// The keys that a ``ReadingProgram`` asks for, and that records of a ``ReadingSource`` have.
public enum WideKeys: CodingKey, CaseIterable { case a, b, c, d, e, f, g }
