import Foundation
import ReferenceRealm

/// The rights that users have offered to any holder of a token.
struct PermissionOffers: Sendable {
  private struct Offer {
    let path: RealmPath
    let grant: AccessGrant
    let expiresAt: Timestamp?
  }

  private var offers: [Secret: Offer] = [:]

  /// Makes an offer of a user.
  ///
  /// - Returns: what is written to the request.
  mutating func add(
    _ request: ManagementRequest,
    of user: Identity,
    _ access: AccessControl
  ) -> [String: Value] {
    guard let path = try? RealmURL(request.text("realmUrl")).path(for: user) else {
      return Self.status(601, "realmUrl is not the address of a realm")
    }
    guard access.mayManage(user, path) else {
      return Self.status(614, "access denied: the user may not share the realm")
    }
    var expiresAt: Timestamp?
    if case .date(let time) = request["expiresAt"] { expiresAt = time }
    if let expiresAt, expiresAt <= request.time { return Self.expired }
    let token = UUID().uuidString
    offers[Secret(token)] = Offer(
      path: path,
      grant: AccessGrant(
        realms: .one(path),
        users: .one(user),
        mayRead: request.flag("mayRead"),
        mayWrite: request.flag("mayWrite"),
        mayManage: request.flag("mayManage")
      ),
      expiresAt: expiresAt
    )
    return Self.status(0, "the offer has a token").merging(["token": .string(token)]) { $1 }
  }

  /// Gives a user what an offer promises.
  ///
  /// - Returns: what is written to the request.
  func take(
    _ request: ManagementRequest,
    by user: Identity,
    host: String,
    _ access: inout AccessControl
  ) -> [String: Value] {
    guard let offer = offers[Secret(request.text("token"))] else {
      return Self.status(702, "no offer has this token")
    }
    if let expiresAt = offer.expiresAt, expiresAt <= request.time { return Self.expired }
    var grant = offer.grant
    grant.users = .one(user)
    _ = access.add(grant)
    return Self.status(0, "the offer was taken")
      .merging(["realmUrl": .string("realm://\(host)\(offer.path)")]) { $1 }
  }

  private static let expired = status(701, "The permission offer is expired.")

  private static func status(_ code: Int64, _ message: String) -> [String: Value] {
    ["statusCode": .int(code), "statusMessage": .string(message)]
  }
}
