// Speaks the wire protocol on standard input and output. Nothing is to be filled in here: see steps.mjs.

import { Case, StepFailed, Unsupported, classes, editions, features, implementation } from "./steps.mjs";

const version = 1;

/** A request that has no result; becomes the error of a JSON-RPC answer. */
class Refused extends Error {
  constructor(code, message, data) {
    super(message);
    this.error = data === undefined ? { code, message } : { code, message, data };
  }
}

let isInitialized = false;
let isFinished = false;

/** The answer to a line; undefined if nobody waits for one. Whatever goes wrong costs this request only. */
function answer(line) {
  let request;
  try {
    request = JSON.parse(line);
  } catch (error) {
    return failure(null, { code: -32700, message: `the request cannot be parsed: ${error.message}` });
  }
  const id = request?.id ?? null;
  try {
    if (typeof request?.method !== "string") throw new Refused(-32600, "a request is an object with a method");
    if (id === null) return undefined;
    return { jsonrpc: "2.0", id, result: perform(request.method, request.params) };
  } catch (error) {
    if (error instanceof Refused) return failure(id, error.error);
    console.error(error); // the suite keeps standard error with the case
    return failure(id, { code: -32603, message: String(error) });
  }
}

function perform(method, params) {
  switch (method) {
    case "initialize":
      return initialize(params);
    case "runCase":
      if (!isInitialized) throw new Refused(-32600, "initialize comes before runCase");
      return runCase(params);
    case "shutdown":
      isFinished = true;
      return null;
    default:
      throw new Refused(-32601, `there is no method ${JSON.stringify(method)}`);
  }
}

function initialize({ protocolVersion, edition }) {
  if (protocolVersion !== version || !editions.includes(edition)) {
    throw new Refused(-32000, "this version or edition is not spoken", { protocolVersions: [version], editions });
  }
  isInitialized = true;
  return { protocolVersion: version, implementation, editions, classes, features };
}

/** Runs one case in a realm, an event realm and a clock of its own. */
function runCase({ schema, configuration, given, steps }) {
  let current;
  try {
    current = new Case(schema, configuration);
  } catch (error) {
    if (error instanceof StepFailed) return { openError: error.outcome };
    if (error instanceof Unsupported) return { unsupported: error.message };
    throw error;
  }
  for (const step of given) {
    const outcome = current.give(step);
    if ("unsupported" in outcome) return outcome;
    if ("error" in outcome) throw new Refused(-32000, `the given step "${step.do}" failed`, { step, outcome });
  }
  return { steps: steps.map((step) => current.run(step)), events: current.trail() };
}

function failure(id, error) {
  return { jsonrpc: "2.0", id, error };
}

/** Lines end with a line feed and nothing else; the module readline splits in more places. */
async function* lines(input) {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let parts = [];
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      parts.push(chunk.subarray(start, end));
      yield decoder.decode(Buffer.concat(parts));
      parts = [];
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
  }
  const rest = Buffer.concat(parts);
  if (rest.length > 0) yield decoder.decode(rest);
}

for await (const line of lines(process.stdin)) {
  if (line.trim() === "") continue;
  const reply = answer(line);
  if (reply !== undefined) process.stdout.write(JSON.stringify(reply) + "\n");
  if (isFinished) break;
}
