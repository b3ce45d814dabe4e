// @ts-check
// What your recorder is asked to do: one function for each kind of step. This is the file to fill in.
//
// Everything that is not here yet is answered with "unsupported", which the suite counts as untested, never as passed.

import { randomBytes } from "node:crypto";

export const implementation = { name: "my recorder", version: "0.1", language: "JavaScript" };
export const editions = ["2023"];
export const classes = ["recording"];
// ADD HERE what you offer beyond that, such as "clock" or "drop-scope": chapter "Wire protocol", "Optional features".
/** @type {string[]} */
export const features = [];

/** @typedef {import("./messages.mjs").Step} Step */
/** @typedef {import("./messages.mjs").Outcome} Outcome */

/** A step, or opening the realm, failed as the specification says; `code` is one of its error codes. */
export class StepFailed extends Error {
  constructor(code, message) {
    super(message);
    this.outcome = { code, message };
  }
}

/** Something that is not known here; the text says what. */
export class Unsupported extends Error {}

/** One case: a fresh realm with its trail, and the names that its steps have given. */
export class Case {
  /**
   * @param {import("./messages.mjs").Schema} schema
   * @param {import("./messages.mjs").Configuration} configuration
   */
  constructor(schema, configuration) {
    for (const [key, value] of Object.entries(configuration)) {
      if (!["sync", "partitionValue", "events"].includes(key) || (key === "sync" && value !== "partition")) {
        throw new Unsupported(`configuration key "${key}"`);
      }
    }
    const events = configuration.events === undefined ? {} : configuration.events;
    // ADD HERE metadata, partitionPrefix and so on. What is refused throws StepFailed: the realm does not open.
    for (const key of Object.keys(events ?? {})) throw new Unsupported(`configuration key "events.${key}"`);
    this.isRecording = events !== null;
    // ADD HERE your realm, with the classes of `schema`.
    this.partition = `events-${objectId()}`;
    /** @type {import("./messages.mjs").AuditEvent[]} */
    this.events = [];
    this.scopes = new Map();
    this.objects = new Map();
    this.isGiven = false;
  }

  /**
   * The outcome of a step; it never fails as a whole.
   * @param {Step} step
   * @returns {Outcome}
   */
  run(step) {
    if (!Object.hasOwn(stepFunctions, step.do)) return { unsupported: `step "${step.do}"` };
    try {
      return { ok: stepFunctions[step.do](this, step) ?? null };
    } catch (error) {
      if (error instanceof StepFailed) return { error: error.outcome };
      if (error instanceof Unsupported) return { unsupported: error.message };
      throw error;
    }
  }

  /** Runs a step that stands before those of the case: it succeeds, outside every scope. */
  give(step) {
    this.isGiven = true;
    const outcome = this.run(step);
    this.isGiven = false;
    return outcome;
  }

  /** The stored documents in commit order. Read them back from where your recorder puts them. */
  trail() {
    return [...this.events];
  }

  /** Stores one event. */
  store(activity, event, data) {
    this.events.push({
      _id: { $oid: objectId() },
      _partition: this.partition,
      activity,
      event,
      timestamp: { $date: new Date().toISOString() },
      data,
    });
  }

  /** Ends a scope that is in progress. */
  end(scope) {
    const named = this.named(this.scopes, scope);
    if (!named.isActive) throw new StepFailed("scope-not-active", `the scope ${scope} has ended`);
    named.isActive = false;
  }

  /** What a step has called so; a step that is not known has given no name. */
  named(handles, name) {
    if (!handles.has(name)) throw new Unsupported(`the name "${name}", because of an earlier step`);
    return handles.get(name);
  }

  requireGiven(step) {
    if (!this.isGiven) throw new Unsupported(`step "${step.do}" within a case`);
  }

  requireRecording() {
    if (!this.isRecording) throw new StepFailed("events-not-enabled", "the realm has no event configuration");
  }
}

function objectId() {
  return randomBytes(12).toString("hex");
}

// ADD HERE: get, query, set, delete, … as chapter "Cases" describes them.
/** @type {{ [name: string]: (current: Case, step: Step) => any }} */
const stepFunctions = {
  recordEvent(current, step) {
    current.requireRecording();
    current.store(step.activity, step.eventType ?? null, step.data ?? null);
  },

  beginScope(current, step) {
    current.requireRecording();
    current.scopes.set(step.as ?? "", { activity: step.activity, isActive: true });
  },

  commitScope(current, step) {
    current.end(step.scope);
    // ADD HERE what the scope has seen: one event for each read and each write transaction.
  },

  cancelScope(current, step) {
    current.end(step.scope);
  },

  isActive(current, step) {
    return current.named(current.scopes, step.scope).isActive;
  },

  events(current) {
    return current.trail();
  },

  write(current, step) {
    // ADD HERE a transaction, and for the active scopes what it changes.
    current.requireGiven(step);
    const outcomes = (step.steps ?? []).map((nested) => current.run(nested));
    for (const outcome of outcomes) if ("unsupported" in outcome) throw new Unsupported(outcome.unsupported);
    return outcomes;
  },

  create(current, step) {
    // ADD HERE an object of your realm, and all that can be wrong with it: "duplicate-primary-key" and so on.
    current.requireGiven(step);
    if (step.as !== undefined) current.objects.set(step.as, { type: step.type, value: step.value });
  },
};
