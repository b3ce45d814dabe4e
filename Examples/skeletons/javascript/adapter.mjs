// Speaks the wire protocol on standard input and output. Nothing is to be filled in here: see steps.mjs.

import { parse, write } from "./lossless-json.mjs";
import { Case, StepFailed, Unsupported, classes, editions, features, implementation } from "./steps.mjs";

const version = 1n;
const notJSON = -32700n, notARequest = -32600n, noSuchMethod = -32601n, wrongParameters = -32602n, caseFailed = -32603n;
const notSupported = -32000n;

/** A request that has no result; becomes the error of a JSON-RPC answer. */
class Refused extends Error {
  constructor(code, message, data) {
    super(message);
    this.error = data === undefined ? { code, message } : { code, message, data };
  }
}

// Standard output is for answers. What is logged goes to standard error, where it does no harm.
console.log = console.info = console.debug = console.error;

let isInitialized = false;
let isFinished = false;

/** The answer to a line; undefined if none is expected. Whatever goes wrong costs this request only. */
function answer(line) {
  let request;
  try {
    request = parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line));
  } catch (error) {
    return failure(null, { code: notJSON, message: `the line cannot be parsed: ${message(error)}` });
  }
  const sent = isObject(request) ? request.id ?? null : null;
  const id = sent === null || ["string", "number", "bigint"].includes(typeof sent) ? sent : null;
  try {
    if (!isObject(request) || request.jsonrpc !== "2.0") {
      throw new Refused(notARequest, 'a request is an object with "jsonrpc": "2.0"');
    }
    if (typeof request.method !== "string") throw new Refused(notARequest, "a request has a method, which is a string");
    if (id !== sent) throw new Refused(notARequest, "the id of a request is a string or a number");
    if (request.id === undefined) return undefined;
    return write({ jsonrpc: "2.0", id, result: perform(request.method, request.params) });
  } catch (error) {
    if (error instanceof Refused) return failure(id, error.error);
    console.error(error); // the suite keeps standard error with the case
    return failure(id, { code: caseFailed, message: message(error) });
  }
}

function perform(method, params) {
  switch (method) {
    case "initialize":
      return initialize(params);
    case "runCase":
      if (!isInitialized) throw new Refused(notARequest, "initialize comes before runCase");
      return runCase(params);
    case "shutdown":
      isFinished = true;
      return null;
    default:
      throw new Refused(noSuchMethod, `unknown method ${JSON.stringify(method)}`);
  }
}

function initialize(params) {
  if (isInitialized) throw new Refused(notARequest, "initialize comes once");
  const sent = member(params, "protocolVersion", (value) => typeof value === "bigint");
  const edition = member(params, "edition", (value) => typeof value === "string");
  if (sent !== version || !editions.includes(edition)) {
    const supported = { protocolVersions: [version], editions };
    throw new Refused(notSupported, "this version or edition is not supported", supported);
  }
  isInitialized = true;
  return { protocolVersion: version, implementation, editions, classes, features };
}

/** Runs one case in a realm, an event realm and a clock of its own. */
function runCase(params) {
  const [schema, configuration] = ["schema", "configuration"].map((name) => member(params, name, isObject));
  const [given, steps] = ["given", "steps"].map((name) => member(params, name, Array.isArray));
  let current;
  try {
    current = new Case(schema, configuration);
  } catch (error) {
    if (error instanceof StepFailed) return { openError: error.outcome };
    if (error instanceof Unsupported) return { unsupported: error.message };
    throw error;
  }
  for (const [index, step] of given.entries()) {
    const outcome = current.give(step);
    if ("unsupported" in outcome) return outcome;
    if ("error" in outcome) throw new Refused(caseFailed, `given[${index}], ${step.do}, failed`, { step, outcome });
  }
  return { steps: steps.map((step) => current.run(step)), events: current.trail() };
}

/** A parameter, which has to be there and of its type. */
function member(params, name, isRight) {
  const value = isObject(params) ? params[name] : undefined;
  if (!isRight(value)) throw new Refused(wrongParameters, `the parameter "${name}" is missing, or of another type`);
  return value;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function message(error) {
  return error instanceof Error ? error.message : String(error);
}

function failure(id, error) {
  return write({ jsonrpc: "2.0", id, error });
}

/** Lines end with a line feed and nothing else; the module readline splits in more places. */
async function* lines(input) {
  let parts = [];
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      parts.push(chunk.subarray(start, end));
      yield Buffer.concat(parts);
      parts = [];
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
  }
  const rest = Buffer.concat(parts);
  if (rest.length > 0) yield rest;
}

for await (const line of lines(process.stdin)) {
  if (line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)) continue;
  const reply = answer(line);
  if (reply !== undefined) process.stdout.write(reply + "\n");
  if (isFinished) break;
}
