/// A transform that stores archives, which tell by their own first byte what they are.
protocol ArchiveStoring {}
