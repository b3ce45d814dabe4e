import Testing

@testable import Digests

/// Digests of texts whose digests are printed elsewhere.
struct SHA256Tests {
  @Test(arguments: [
    ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
    ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE="
    ),
  ])
  func `The digests are those of the standard`(_ text: String, _ digest: String) {
    #expect(SHA256.base64(text) == digest)
  }

  @Test func `Every length is padded to whole blocks`() {
    let digests = (0...130).map { SHA256.base64(String(repeating: "a", count: $0)) }
    #expect(Set(digests).count == 131)
  }

  @Test func `Bytes have the digest of the whole, in whatever pieces they come`() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let whole = SHA256.hex(of: bytes)
    for size in [1, 63, 64, 65, 129, 999] {
      var digest = SHA256()
      for start in stride(from: 0, to: bytes.count, by: size) {
        Array(bytes[start..<min(start + size, bytes.count)]).withUnsafeBytes { digest.update($0) }
      }
      #expect(digest.hex == whole && digest.count == 1000, "pieces of \(size)")
    }
  }

  @Test(arguments: Set([false, SHA256.hasInstructions]))
  func `A million letters have the digest that the standard prints`(usesInstructions: Bool) {
    var digest = SHA256(usesInstructions: usesInstructions)
    let letters = Array(repeating: UInt8(ascii: "a"), count: 1000)
    for _ in 0..<1000 { letters.withUnsafeBytes { digest.update($0) } }
    #expect(digest.hex == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }
}
