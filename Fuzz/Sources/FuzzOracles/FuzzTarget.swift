/// All that is fuzzed, by name: that of the program, of its folder of cases, and of its seeds.
public enum FuzzTarget: String, CaseIterable, Sendable {
  case unarchive = "FuzzUnarchive"
  case containers = "FuzzContainers"
  case inspect = "FuzzInspect"
  case verify = "FuzzVerify"
  case partial = "FuzzPartial"
  case stream = "FuzzStream"
  case roundTrip = "FuzzRoundTrip"
  case reference = "FuzzReference"
  case inflate = "FuzzInflate"
  case recordLog = "FuzzRecordLog"
  case salvage = "FuzzSalvage"
  case dictionary = "FuzzDictionary"
  case transforms = "FuzzTransforms"
  case sealed = "FuzzSealed"
  case json = "FuzzJSON"
  case print = "FuzzPrint"
  case list = "FuzzPropertyList"
  case graph = "FuzzFoundationGraph"
  case model = "FuzzCoreDataModel"
  case store = "FuzzCoreDataStore"
  case planted = "FuzzPlanted"

  /// Hands an input to the oracle. What does not hold ends the process.
  public func run(_ bytes: [UInt8]) {
    switch self {
    case .unarchive: UnarchiveOracle.run(bytes)
    case .containers: ContainersOracle.run(bytes)
    case .inspect: InspectOracle.run(bytes)
    case .verify: VerifyOracle.run(bytes)
    case .partial: PartialOracle.run(bytes)
    case .stream: StreamOracle.run(bytes)
    case .roundTrip: RoundTripOracle.run(bytes)
    case .reference: ReferenceOracle.run(bytes)
    case .inflate: InflateOracle.run(bytes)
    case .recordLog: RecordLogOracle.run(bytes)
    case .salvage: SalvageOracle.run(bytes)
    case .dictionary: DictionaryOracle.run(bytes)
    case .transforms: TransformsOracle.run(bytes)
    case .sealed: SealedOracle.run(bytes)
    case .json: JSONOracle.run(bytes)
    case .print: PrintOracle.run(bytes)
    case .list: ListOracle.run(bytes)
    case .graph: GraphOracle.run(bytes)
    case .model: ModelOracle.run(bytes)
    case .store: StoreOracle.run(bytes)
    case .planted: PlantedOracle.run(bytes)
    }
  }
}
