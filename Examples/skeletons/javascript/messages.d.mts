// The messages of the wire protocol as types, for a recorder in TypeScript: chapters "Wire protocol" and "Cases".

/** What `lossless-json.mjs` reads: integer literals are bigints, other numbers are numbers. */
export type Value = null | boolean | bigint | number | string | Value[] | { [key: string]: Value };

/** The classes of the realm: properties by name, with their types as text, such as `int?` and `list<Person>`. */
export type Schema = {
  [className: string]: {
    properties: { [name: string]: Value };
    primaryKey?: string;
    embedded?: boolean;
    [key: string]: any;
  };
};

/** How the realm is opened; `events: null` records nothing. */
export type Configuration = {
  sync?: "partition" | "flexible" | "none";
  events?: null | {
    metadata?: { [key: string]: string } | [string, string][];
    partitionPrefix?: string;
    [key: string]: any;
  };
  [key: string]: any;
};

/** One step: `do` says which, `as` names what it yields. */
export type Step = { do: string; as?: string; steps?: Step[]; [argument: string]: any };

/** Why a step failed: a code of the table "Error codes", and a sentence for people. */
export type Failure = { code: string; message: string };

/** What came of one step. For `write` the value is the array of the outcomes of its own steps. */
export type Outcome = { ok: Value | Outcome[] } | { error: Failure } | { unsupported: string };

/**
 * A stored document in relaxed Extended JSON; metadata stands beside the other fields. In edition 2022, the activity is
 * in `scope`, and the payloads of reads and writes are compressed.
 */
export type AuditEvent = {
  _id: { $oid: string };
  _partition: string;
  activity?: string;
  scope?: string;
  timestamp: { $date: string | { $numberLong: string } };
  event?: string | null;
  data?: string | { $binary: { base64: string; subType: string } } | null;
  [metadata: string]: any;
};

/** The parameters of `runCase`. */
export type CaseProgram = { schema: Schema; configuration: Configuration; given: Step[]; steps: Step[] };

/** The result of `runCase`. */
export type CaseResult = { steps: Outcome[]; events: AuditEvent[] } | { openError: Failure } | { unsupported: string };
