extension PhotoWork {
  var inserting: [PhotoStep] {
    let (photos, count, durableCount) = (photos, count, durableCount)
    let batches = Self.batches(photos.prefix(count))
    return [
      PhotoStep(
        name: "insert-batch", title: "insert, in batches of 1,000", photoCount: count,
        itemCount: batches.count, commitCount: batches.count, needsPhotos: false
      ) { store, slice in
        for batch in batches[slice] { try store.insert(batch) }
      },
      PhotoStep(
        name: "insert-1", title: "insert one by one, 1 thread", photoCount: durableCount,
        itemCount: durableCount, commitCount: durableCount, needsPhotos: false
      ) { store, slice in
        for index in slice { try store.insert([photos[count + index]]) }
      },
      PhotoStep(
        name: "insert-8", title: "insert one by one, 8 threads", photoCount: durableCount,
        itemCount: durableCount, commitCount: durableCount, needsPhotos: false
      ) { store, slice in
        try PhotoStep.inThreads(Self.threadCount) { thread in
          let first = slice.lowerBound + thread
          for index in stride(from: first, to: slice.upperBound, by: Self.threadCount) {
            try store.insert([photos[count + durableCount + index]])
          }
        }
      },
    ]
  }

  var reading: [PhotoStep] {
    let (photos, order, spans) = (photos, order, spans)
    let missing = order.map { BenchPhoto.id(photos.count + $0) }
    return [
      PhotoStep(
        name: "hit", title: "fetch by key, there", photoCount: order.count, itemCount: order.count
      ) { store, slice in
        for number in order[slice] {
          guard try store.fetch(photos[number].id)?.rating == photos[number].rating else {
            throw WrongResult()
          }
        }
      },
      PhotoStep(
        name: "miss", title: "fetch by key, not there", photoCount: order.count,
        itemCount: order.count
      ) { store, slice in
        for id in missing[slice] { if try store.fetch(id) != nil { throw WrongResult() } }
      },
      PhotoStep(name: "scan", title: "scan", photoCount: photos.count, itemCount: 1) { store, _ in
        var (count, tagCount) = (0, 0)
        try store.scan { photo in
          count += 1
          tagCount += photo.tags.count
        }
        guard count == photos.count, tagCount == 3 * count else { throw WrongResult() }
      },
      PhotoStep(
        name: "range", title: "range by date, 1 % of all",
        photoCount: spans.map(\.photoCount).reduce(0, +), itemCount: spans.count
      ) { store, slice in
        for span in spans[slice] {
          let found = try store.range(span.first, span.end)
          guard found.count == span.photoCount, found.first?.dateTaken == span.first else {
            throw WrongResult()
          }
        }
      },
    ]
  }

  var updating: [PhotoStep] {
    let durableCount = durableCount
    let changed = order.map { number in
      var photo = photos[number]
      photo.rating += 1
      return photo
    }
    let batches = Self.batches(changed[...])
    return [
      PhotoStep(
        name: "update-batch", title: "update, in batches of 1,000", photoCount: changed.count,
        itemCount: batches.count, commitCount: batches.count
      ) { store, slice in
        for batch in batches[slice] { try store.update(batch) }
      },
      PhotoStep(
        name: "update-1", title: "update one by one, 1 thread", photoCount: durableCount,
        itemCount: durableCount, commitCount: durableCount
      ) { store, slice in
        for index in slice {
          var photo = changed[index]
          photo.rating += 1
          try store.update([photo])
        }
      },
    ]
  }

  private static func batches(_ photos: ArraySlice<BenchPhoto>) -> [[BenchPhoto]] {
    stride(from: photos.startIndex, to: photos.endIndex, by: batchCount).map {
      Array(photos[$0..<min($0 + batchCount, photos.endIndex)])
    }
  }
}
