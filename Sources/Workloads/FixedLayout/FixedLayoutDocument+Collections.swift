extension Array: FixedLayoutDocument where Element: FixedLayoutCodable {}
