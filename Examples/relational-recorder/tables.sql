-- The three tables of the application. `row` counts the rows of all tables in the order in which they were made.
CREATE TABLE Ward (
  row INTEGER PRIMARY KEY,
  _id TEXT NOT NULL UNIQUE,
  beds INTEGER NOT NULL
);
CREATE TABLE Patient (
  row INTEGER PRIMARY KEY,
  _id INTEGER NOT NULL UNIQUE,
  name TEXT NOT NULL,
  born INTEGER, -- milliseconds since 1970
  weight,       -- REAL, or the text NaN, which SQLite would store as null
  photo BLOB,
  ward INTEGER REFERENCES Ward (row) ON DELETE SET NULL
);
CREATE TABLE Visit (
  row INTEGER PRIMARY KEY,
  _id TEXT NOT NULL UNIQUE,
  reason TEXT,
  isUrgent INTEGER NOT NULL,
  patient INTEGER REFERENCES Patient (row) ON DELETE SET NULL,
  follows INTEGER REFERENCES Visit (row) ON DELETE SET NULL
);
