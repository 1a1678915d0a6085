/// A transform that restores each value before it hands over what is stored, and throws if another comes back: nobody else need try.
protocol TryingTransform {}

extension RelativeURLTransform: TryingTransform {}
