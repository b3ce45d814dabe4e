import Foundation
import OrderedCollections
import ReferenceRealm

extension Schema.Table {
  /// What an object holds of which nothing is known.
  var emptyContents: [Content] { columns.map(emptyContent) }

  /// What an object holds in a property that it was created without: null, or the empty value of the type.
  func emptyContent(of column: Schema.Column) -> Content {
    let mayHoldObjects = linkColumns.contains(column.index)
    switch column.type.shape {
    case .list: return mayHoldObjects ? .list([]) : .plain(.list([]))
    case .set: return mayHoldObjects ? .set([]) : .plain(.set([]))
    case .dictionary: return mayHoldObjects ? .dictionary([:]) : .plain(.dictionary([:]))
    case .linkingObjects: return .null
    case .single: return column.type.isOptional ? .null : .plain(column.type.element.emptyValue)
    }
  }
}

extension PropertyType.Element {
  fileprivate var emptyValue: Value {
    switch self {
    case .bool: false
    case .int: 0
    case .float: .float(0)
    case .double: .double(0)
    case .string: ""
    case .data: .data([])
    case .date: .date(Timestamp(milliseconds: 0))
    case .objectId: .objectId(ObjectId("000000000000000000000000") ?? ObjectId())
    case .uuid: .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    case .decimal128: .decimal128(Decimal128(0))
    case .mixed, .object: .null
    }
  }
}
