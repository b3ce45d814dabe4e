import Foundation
import Testing

@testable import TouchstoneReports

#if canImport(FoundationXML)
import FoundationXML
#endif

struct JUnitFormatTests {
  private func text(_ report: ReportFile) -> String { ReportSample.text("junit", of: report) }

  @Test func `A passed case is a test in the suite of its chapter`() {
    #expect(
      text(ReportSample.report([ReportSample.entry("reads/plain/good")])) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="touchstone" tests="1" failures="0" errors="0" time="2.500">
          <testsuite name="reads" tests="1" failures="0" errors="0" skipped="0" time="0.250" timestamp="2023-11-14T22:13:20">
            <properties>
              <property name="implementation" value="fake 1.0 (Swift)"/>
              <property name="class" value="recording"/>
              <property name="edition" value="2023"/>
              <property name="verdict on the class" value="not judged, because only a part of its cases was selected"/>
            </properties>
            <testcase classname="reads.plain" name="good" time="0.250">
              <system-out>case: reads/plain/good
        title: Something happens
        level: must
        verdict: passed
        requirements: READ-1
        at: Golden/cases/reads/plain.json:12</system-out>
            </testcase>
          </testsuite>
        </testsuites>

        """
    )
  }

  @Test func `Every verdict has its element, and the totals are those of the elements`() throws {
    let tree = try XMLTree(text(ReportSample.everyVerdict))
    let root = try #require(tree.root)
    #expect(root.attributes["tests"] == "6")
    #expect(root.attributes["failures"] == "2")
    #expect(root.attributes["errors"] == "1")
    #expect(root.children.map { $0.attributes["skipped"] } == ["0", "2"])
    for suite in [root] + root.children {
      let cases = suite.all("testcase")
      #expect(suite.attributes["tests"] == String(cases.count))
      for (attribute, tag) in [
        ("failures", "failure"), ("errors", "error"), ("skipped", "skipped"),
      ] {
        if suite === root, tag == "skipped" { continue }
        let count = cases.count { !$0.all(tag).isEmpty }
        #expect(suite.attributes[attribute] == String(count))
      }
    }
    let failures = root.all("failure")
    #expect(
      failures.map { $0.attributes["message"] } == [
        "events[0].data: expected 1, found 2 (and 1 more)",
        "passes, although it is listed as a known failure: ticket 13",
      ]
    )
    #expect(failures.first?.text.contains("READ-1 MUST: A read is recorded.") == true)
    #expect(root.all("error").map { $0.attributes["message"] } == ["the process ended"])
    #expect(
      root.all("skipped").map { $0.attributes["message"] } == [
        "does not offer rotation", "known failure: ticket 12",
      ]
    )
  }

  @Test func `Hostile texts are texts`() throws {
    let tree = try XMLTree(text(ReportSample.everyText))
    let names = Set(tree.root?.all(nil).map(\.name) ?? [])
    #expect(
      names == [
        "testsuites", "testsuite", "properties", "property", "testcase", "failure", "error",
        "skipped", "system-out",
      ]
    )
    let facts = tree.root?.all("system-out").first?.text ?? ""
    #expect(facts.contains("\ntitle: <script>alert(1)</script>]]>&amp;\"'`"))
    #expect(facts.contains("\\u{202e}"))
    #expect(facts.split(separator: "\n").count == 6)
  }

  /// What the schema of Surefire and Jenkins allows, as far as the suite needs it: by element its attributes, those that
  /// must be there first, and its children.
  private static let grammar:
    [String: (required: Set<String>, other: Set<String>, children: Set<String>)] = [
      "testsuites": ([], ["name", "time", "tests", "failures", "errors"], ["testsuite"]),
      "testsuite": (
        ["name", "tests", "failures", "errors"], ["time", "skipped", "timestamp"],
        ["properties", "testcase"]
      ),
      "properties": ([], [], ["property"]),
      "property": (["name", "value"], [], []),
      "testcase": (
        ["name"], ["time", "classname"], ["skipped", "error", "failure", "system-out"]
      ),
      "failure": ([], ["type", "message"], []),
      "error": ([], ["type", "message"], []),
      "skipped": ([], ["type", "message"], []),
      "system-out": ([], [], []),
    ]

  @Test(arguments: [
    ReportSample.everyVerdict, ReportSample.everyText, ReportSample.spoilt,
    ReportSample.report([]),
  ])
  func `There is nothing in it that a strict reader does not know`(_ report: ReportFile) throws {
    let root = try #require(try XMLTree(text(report)).root)
    #expect(root.name == "testsuites")
    for element in root.all(nil) {
      let rule = try #require(Self.grammar[element.name], "\(element.name)")
      let attributes = Set(element.attributes.keys)
      #expect(rule.required.isSubset(of: attributes), "\(element.name)")
      #expect(attributes.isSubset(of: rule.required.union(rule.other)), "\(element.name)")
      #expect(Set(element.children.map(\.name)).isSubset(of: rule.children), "\(element.name)")
      if let time = element.attributes["time"] { #expect(time.wholeMatch(of: /\d+\.\d{3}/) != nil) }
    }
  }

  @Test func `A report without cases has no tests`() throws {
    let root = try #require(try XMLTree(text(ReportSample.report([]))).root)
    #expect(root.attributes["tests"] == "0")
    #expect(root.children.isEmpty)
  }

  @Test func `What is wrong with the run as a whole is an error of its own`() throws {
    let root = try #require(try XMLTree(text(ReportSample.spoilt)).root)
    #expect(root.attributes["tests"] == "4")
    #expect(root.attributes["errors"] == "3")
    let suite = try #require(root.children.last)
    #expect(suite.attributes["name"] == "touchstone/run")
    #expect(
      suite.all("testcase").map { $0.attributes["name"] } == [
        "is-complete", "no-fault-outside-of-a-case", "known-failures-hold",
      ]
    )
    #expect(
      suite.all("error").map { $0.attributes["message"] } == [
        "2 cases have no verdict, because the run was interrupted", "it answered twice", "a\\nb",
      ]
    )
  }

  @Test func `Characters that XML cannot hold are replaced`() {
    #expect(XMLText.escape("a\u{0}\u{8}\u{FFFF}b\t\n") == "a\u{FFFD}\u{FFFD}\u{FFFD}b\t\n")
    #expect(XMLText.escape("\r<&\">") == "&#13;&lt;&amp;&quot;&gt;")
  }
}

/// The elements of an XML text, read by a parser that takes nothing but well-formed XML.
private final class XMLTree: NSObject, XMLParserDelegate {
  final class Element {
    let name: String
    let attributes: [String: String]
    var text = ""
    var children: [Element] = []

    init(name: String, attributes: [String: String]) {
      self.name = name
      self.attributes = attributes
    }

    /// This element and those below it that have the name.
    func all(_ name: String?) -> [Element] {
      (name == nil || self.name == name ? [self] : []) + children.flatMap { $0.all(name) }
    }
  }

  private(set) var root: Element?
  private var open: [Element] = []

  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
  }

  func parser(
    _: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    let element = Element(name: name, attributes: attributes)
    if let parent = open.last { parent.children.append(element) } else { root = element }
    open.append(element)
  }

  func parser(_: XMLParser, foundCharacters text: String) { open.last?.text += text }

  func parser(
    _: XMLParser,
    didEndElement name: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    open.removeLast()
  }
}
