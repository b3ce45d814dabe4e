// What a recorder in TypeScript writes with the types of the skeleton: tsc has to take it, and to refuse what is marked.

import type { AuditEvent, CaseProgram, CaseResult, Outcome } from "../../../Examples/skeletons/javascript/messages.mjs";

export const program: CaseProgram = {
  schema: { Person: { primaryKey: "_id", properties: { _id: "int", name: "string?" } } },
  configuration: { sync: "partition", events: { metadata: [["user", "Ada"]] } },
  given: [{ do: "write", steps: [{ do: "create", type: "Person", value: { _id: 1n }, as: "ada" }] }],
  steps: [{ do: "beginScope", activity: "look", as: "scope" }],
};

const event: AuditEvent = {
  _id: { $oid: "62b38b3c10846041166f5de0" },
  _partition: "events-62b38b3c10846041166f5de1",
  activity: "look",
  timestamp: { $date: "2022-06-23T10:00:00.000Z" },
  user: "Ada",
};

const draft: AuditEvent = {
  _id: event._id,
  _partition: event._partition,
  scope: "look",
  timestamp: { $date: { $numberLong: "0" } },
  data: { $binary: { base64: "AwA=", subType: "00" } },
};

const outcomes: Outcome[] = [
  { ok: [{ ok: null }, { error: { code: "type-mismatch", message: "a sentence" } }] },
  { unsupported: "a step 'fly'" },
];

export const results: CaseResult[] = [
  { steps: outcomes, events: [event, draft] },
  { openError: { code: "invalid-metadata-key", message: "a sentence" } },
];

// @ts-expect-error An error has a code.
export const withoutCode: Outcome = { error: { message: "a sentence" } };

// @ts-expect-error An event has an `_id`.
export const withoutId: AuditEvent = { _partition: "events-1", timestamp: event.timestamp };

// @ts-expect-error A program has steps.
export const withoutSteps: CaseProgram = { schema: {}, configuration: {}, given: [] };
