/// The record of eight leaves that forms are compared with, coded as the compiler would.
struct PlainRecord: FormElement, Equatable {
  typealias Calls = KeyedCalls<EnumKey>.InOrder
  var content: FormLeaves
}
