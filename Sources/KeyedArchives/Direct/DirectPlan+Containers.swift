internal import ArchiveFormat

extension Ref<DirectPlan> {
  /// Takes a container off those of the plan.
  func unlink(_ box: Ref<BoxInfo>) {
    if box.pointee.isListed { unlist(box) }
    if pointee.box == box {
      pointee.box = box.pointee.sibling
      return
    }
    var next = pointee.box
    while let here = next {
      if here.pointee.sibling == box {
        here.pointee.sibling = box.pointee.sibling
        return
      }
      next = here.pointee.sibling
    }
  }

  private func unlist(_ box: Ref<BoxInfo>) {
    box.pointee.isListed = false
    if pointee.free == box {
      pointee.free = box.pointee.nextFree
      return
    }
    var next = pointee.free
    while let here = next {
      if here.pointee.nextFree == box {
        here.pointee.nextFree = box.pointee.nextFree
        return
      }
      next = here.pointee.nextFree
    }
  }

  /// True if the states of a record's fields keep the rules of the format.
  func keepsStateRules(_ bits: RawCursor.Mark) -> Bool {
    for index in 0..<pointee.count {
      let slot = pointee.fields[index]
      if slot.pointee.mode == 3, !slot.pointee.firstBit.isSet(bits),
        slot.pointee.secondBit.isSet(bits)
      {
        return false
      }
      if slot.isStateBit, slot.state(bits) != .value, slot.pointee.valueBit.isSet(bits) {
        return false
      }
      if slot.pointee.code == KindCode.undetermined, slot.state(bits) == .value {
        return false
      }
    }
    return true
  }
}

extension Ref<BoxInfo> {
  /// Notes that the record of a container is over.
  @inline(__always)
  func close() {
    pointee.level = nil
    if pointee.plan.pointee.box != self { list() }
  }

  /// Puts a container among those that may be free.
  func list() {
    guard !pointee.isListed else { return }
    pointee.isListed = true
    pointee.nextFree = pointee.plan.pointee.free
    pointee.plan.pointee.free = self
  }
}
