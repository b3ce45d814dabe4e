import Testing

@testable import TouchstoneBook
@testable import Pages

struct CodeTintTests {
  @Test func `Keys, strings, words and comments are told apart`() {
    #expect(
      CodeTint.html(of: "let a = {\"k\": \"v//w\", n: null}  // \"c\"\nletter").markup
        == """
        <span class="w">let</span> a = {<span class="k">&quot;k&quot;</span>: \
        <span class="s">&quot;v//w&quot;</span>, n: <span class="w">null</span>}  \
        <span class="c">// &quot;c&quot;</span>
        letter
        """
    )
  }

  @Test func `A string that is not closed ends with its line, and nothing is lost`() {
    #expect(
      CodeTint.html(of: "\"a\\\"b\nlet").markup
        == "<span class=\"s\">&quot;a\\&quot;b\n</span><span class=\"w\">let</span>"
    )
    #expect(CodeTint.html(of: "é\"\\").markup == "é<span class=\"s\">&quot;\\</span>")
    #expect(CodeTint.html(of: "").markup == "")
  }
}
