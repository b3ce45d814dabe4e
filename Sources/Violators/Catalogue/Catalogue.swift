/// Every violator, chapter by chapter.
public enum Catalogue {
  /// In the order of the chapters.
  public static let all: [Violator] =
    configuration + scopes + reads + conditions + combining + links + writes + serialization
    + representation + customEvents + metadata + limits + comparing + eventRealm + documents
    + flexibleSync
}
