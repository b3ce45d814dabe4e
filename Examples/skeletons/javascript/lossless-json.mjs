// JSON that loses nothing: nothing is to be filled in here. Write payloads with `write` as well.
//
// An integer literal is a bigint (`1` reads as `1n`), a number with a fraction or an exponent is a number (`1.0` reads as
// `1`); each is written as it was read. `JSON.parse` takes both for the same, keeps 53 bits, and takes the last of two equal
// keys. Objects have no prototype, so that a key may be called `__proto__`.

const literals = { t: ["true", true], f: ["false", false], n: ["null", null] };
const number = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const plain = /[^"\\\u0000-\u001f]*/y;
const escapes = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const depthLimit = 512;

/** The value of a text; a SyntaxError if it is not one. */
export function parse(text) {
  const reader = new Reader(text);
  const value = reader.value(0);
  if (reader.peek() !== undefined) reader.fail("the end of the text");
  return value;
}

/** The compact text of a value. NaN and infinity have none: a RangeError. */
export function write(value) {
  switch (typeof value) {
    case "string": return JSON.stringify(value);
    case "boolean": return String(value);
    case "bigint": return value.toString();
    case "number": {
      if (!Number.isFinite(value)) throw new RangeError(`${value} is not JSON`);
      const text = Object.is(value, -0) ? "-0" : String(value);
      return /[.e]/.test(text) ? text : text + ".0";
    }
    default:
      if (value === null || value === undefined) return "null";
      if (Array.isArray(value)) return `[${value.map(write).join(",")}]`;
      return `{${Object.entries(value).filter(([, one]) => one !== undefined)
        .map(([key, one]) => `${JSON.stringify(key)}:${write(one)}`).join(",")}}`;
  }
}

class Reader {
  constructor(text) {
    this.text = text;
    this.place = 0;
  }

  fail(wanted) {
    throw new SyntaxError(`${wanted} was expected at character ${this.place}`);
  }

  /** The next character that is not white space; undefined at the end. */
  peek() {
    while (/[ \t\r\n]/.test(this.text[this.place] ?? "")) this.place += 1;
    return this.text[this.place];
  }

  take(character) {
    if (this.peek() !== character) this.fail(`"${character}"`);
    this.place += 1;
  }

  value(depth) {
    if (depth > depthLimit) this.fail("no deeper array or object");
    const first = this.peek();
    if (first === '"') return this.string();
    if (first === "{") return this.object(depth);
    if (first === "[") return this.array(depth);
    if (Object.hasOwn(literals, first ?? "")) {
      const [word, value] = literals[first];
      if (!this.text.startsWith(word, this.place)) this.fail("a value");
      this.place += word.length;
      return value;
    }
    return this.number();
  }

  number() {
    number.lastIndex = this.place;
    const match = number.exec(this.text);
    if (match === null) this.fail("a value");
    this.place = number.lastIndex;
    if (match[2] === undefined && match[3] === undefined && match[0] !== "-0") return BigInt(match[0]);
    const value = Number(match[0]);
    if (!Number.isFinite(value)) this.fail("a number within the range of doubles");
    return value;
  }

  string() {
    this.take('"');
    let text = "";
    while (true) {
      plain.lastIndex = this.place;
      const part = plain.exec(this.text)[0];
      text += part;
      this.place += part.length;
      const next = this.text[this.place];
      this.place += 1;
      if (next === '"') break;
      if (next !== "\\") this.fail("a character of a string");
      text += this.escape();
    }
    if (!text.isWellFormed()) this.fail("no half of a surrogate pair");
    return text;
  }

  escape() {
    const letter = this.text[this.place] ?? "";
    this.place += 1;
    if (Object.hasOwn(escapes, letter)) return escapes[letter];
    const digits = this.text.slice(this.place, this.place + 4);
    if (letter !== "u" || !/^[0-9a-fA-F]{4}$/.test(digits)) this.fail("an escape");
    this.place += 4;
    return String.fromCharCode(parseInt(digits, 16));
  }

  array(depth) {
    this.take("[");
    const elements = [];
    if (this.peek() !== "]") {
      elements.push(this.value(depth + 1));
      while (this.peek() === ",") {
        this.place += 1;
        elements.push(this.value(depth + 1));
      }
    }
    this.take("]");
    return elements;
  }

  object(depth) {
    this.take("{");
    const members = Object.create(null);
    if (this.peek() !== "}") {
      this.member(members, depth);
      while (this.peek() === ",") {
        this.place += 1;
        this.member(members, depth);
      }
    }
    this.take("}");
    return members;
  }

  member(members, depth) {
    if (this.peek() !== '"') this.fail("a key");
    const key = this.string();
    if (key in members) this.fail(`no key "${key}" again`);
    this.take(":");
    members[key] = this.value(depth + 1);
  }
}
