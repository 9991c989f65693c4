// The tables of the SQLite store, as the steps from each version of the file to the next. A step, once released, never changes.

import { listedFrom } from "../listed-columns.ts"
import { emptyTail } from "./old-tail.ts"

export const migrations: readonly string[] = [
  `
  CREATE TABLE experiments (
    id TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE, status TEXT NOT NULL, definition TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE decisions (
    experiment TEXT NOT NULL, sequence INTEGER NOT NULL, id TEXT NOT NULL, arm INTEGER NOT NULL, pull INTEGER,
    segment TEXT NOT NULL, subject TEXT, excluded TEXT NOT NULL, at INTEGER NOT NULL, due INTEGER NOT NULL,
    key TEXT NOT NULL, noise TEXT, PRIMARY KEY (experiment, sequence)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX decisions_by_id ON decisions (experiment, id);
  CREATE INDEX decisions_by_subject ON decisions (experiment, subject) WHERE subject IS NOT NULL;
  CREATE TABLE rewards (
    experiment TEXT NOT NULL, decision INTEGER NOT NULL, steps INTEGER NOT NULL, key TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (experiment, decision)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE observations (
    experiment TEXT NOT NULL, sequence INTEGER NOT NULL, decision INTEGER NOT NULL, steps INTEGER NOT NULL,
    source TEXT NOT NULL, noise TEXT, PRIMARY KEY (experiment, sequence)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX observations_by_decision ON observations (experiment, decision);
  CREATE TABLE discards (
    experiment TEXT NOT NULL, sequence INTEGER NOT NULL, PRIMARY KEY (experiment, sequence)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE subjects (
    experiment TEXT NOT NULL, subject TEXT NOT NULL, learned INTEGER NOT NULL, arm INTEGER,
    PRIMARY KEY (experiment, subject)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE snapshots (
    experiment TEXT PRIMARY KEY, sequence INTEGER NOT NULL, journal TEXT NOT NULL, swept INTEGER NOT NULL,
    discarded INTEGER NOT NULL, state TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE ledger (
    experiment TEXT NOT NULL, number INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (experiment, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE ledger_secrets (
    experiment TEXT NOT NULL, number INTEGER NOT NULL, sequence INTEGER NOT NULL, salt TEXT NOT NULL,
    PRIMARY KEY (experiment, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE keys (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, hash TEXT NOT NULL, experiments TEXT,
    created_at INTEGER NOT NULL, expires_at INTEGER, revoked_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE properties (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TRIGGER ledger_is_append_only BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
  CREATE TRIGGER ledger_keeps_all BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
  `,
  // Version 2: what happened in public, for live streams; older files get an event per release they have.
  `
  CREATE TABLE events (
    experiment TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (experiment, number)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO events (experiment, number, kind, body) SELECT experiment, number, 'release', entry FROM ledger;
  `,
  // Version 3: the newest rows of the journal, one row per transaction, until they go into the tables (old-tail.ts).
  `
  CREATE TABLE tail (number INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
  `,
  // Version 4: the same tables, but rows of the tail may be in them already, which older programs do not expect.
  "",
  // Version 5: decisions handed out in advance, which journals that come from Postgres may have.
  `
  CREATE TABLE leases (
    experiment TEXT NOT NULL, sequence INTEGER NOT NULL, count INTEGER NOT NULL, segment TEXT NOT NULL, arm INTEGER NOT NULL,
    pull INTEGER NOT NULL, at INTEGER NOT NULL, until INTEGER NOT NULL, due INTEGER NOT NULL, PRIMARY KEY (experiment, sequence)
  ) STRICT, WITHOUT ROWID;
  `,
  // Version 6: which copy of the store this is (sqlite-identity.ts), and restores with what was accepted about them. Those of older versions
  // stay without a number, and there was nothing to accept.
  `
  CREATE TABLE identity (
    only INTEGER PRIMARY KEY CHECK (only = 1), copy TEXT NOT NULL, commits INTEGER NOT NULL, restores INTEGER NOT NULL
  ) STRICT;
  ALTER TABLE discards ADD COLUMN restores INTEGER;
  ALTER TABLE experiments ADD COLUMN restores INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE experiments ADD COLUMN accepted INTEGER NOT NULL DEFAULT 0;
  UPDATE experiments SET restores = (SELECT count(*) FROM discards d WHERE d.experiment = experiments.id);
  UPDATE experiments SET accepted = restores;
  CREATE TABLE acceptances (
    experiment TEXT NOT NULL, sequence INTEGER NOT NULL, restores INTEGER NOT NULL, eta REAL NOT NULL, key TEXT NOT NULL,
    at INTEGER NOT NULL, PRIMARY KEY (experiment, sequence)
  ) STRICT, WITHOUT ROWID;
  `,
  // Version 7: values of metrics, as callers gave them and as they went into batches. There are few experiments with metrics, so they are not
  // in the tail.
  `
  CREATE TABLE metric_values (
    experiment TEXT NOT NULL, decision INTEGER NOT NULL, metric INTEGER NOT NULL, steps INTEGER NOT NULL, key TEXT NOT NULL,
    at INTEGER NOT NULL, PRIMARY KEY (experiment, decision, metric)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE metric_observations (
    experiment TEXT NOT NULL, sequence INTEGER NOT NULL, decision INTEGER NOT NULL, metric INTEGER NOT NULL, steps INTEGER NOT NULL,
    source TEXT NOT NULL, noise TEXT, PRIMARY KEY (experiment, sequence)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX metric_observations_by_decision ON metric_observations (experiment, decision, metric);
  `,
  // Version 8: who did what.
  `
  CREATE TABLE activity (
    number INTEGER PRIMARY KEY, experiment TEXT, at INTEGER NOT NULL, action TEXT NOT NULL, key TEXT, name TEXT NOT NULL,
    outcome TEXT NOT NULL, code TEXT, count INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX activity_by_experiment ON activity (experiment, number);
  CREATE INDEX activity_refused ON activity (key, action, at) WHERE outcome = 'refused';
  `,
  // What was known after each release, and what is known now; older files get theirs from the journal (results/fill-results.ts).
  `
  CREATE TABLE results (
    experiment TEXT NOT NULL, release INTEGER NOT NULL, segment TEXT NOT NULL, at INTEGER NOT NULL, state TEXT NOT NULL,
    leader INTEGER, body TEXT NOT NULL, PRIMARY KEY (experiment, release)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE standings (
    experiment TEXT NOT NULL, segment TEXT NOT NULL, release INTEGER NOT NULL, at INTEGER, state TEXT NOT NULL, leader INTEGER,
    next INTEGER, difference REAL, low REAL, high REAL, recommended INTEGER, fixed INTEGER NOT NULL, body TEXT,
    PRIMARY KEY (experiment, segment)
  ) STRICT, WITHOUT ROWID;
  `,
  // Limits on what several experiments together may lose about one person, which experiments they hold for, and what is reserved
  // (as text: the driver takes numbers just above a whole one for that one).
  `
  CREATE TABLE populations (
    name TEXT PRIMARY KEY, eta_limit REAL NOT NULL, highest REAL NOT NULL, created_at INTEGER NOT NULL,
    restores_before INTEGER NOT NULL, restores INTEGER NOT NULL, accepted INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE members (experiment TEXT PRIMARY KEY, population TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX members_by_population ON members (population, experiment);
  CREATE TABLE reservations (
    population TEXT NOT NULL, person TEXT NOT NULL, high TEXT NOT NULL, low TEXT NOT NULL, PRIMARY KEY (population, person)
  ) STRICT, WITHOUT ROWID;
  `,
  // What people call experiments, and what lists are searched and sorted by.
  `
  ALTER TABLE experiments ADD COLUMN name TEXT;
  ALTER TABLE experiments ADD COLUMN description TEXT;
  ALTER TABLE experiments ADD COLUMN labels TEXT;
  ALTER TABLE experiments ADD COLUMN searched TEXT;
  ALTER TABLE experiments ADD COLUMN created_at INTEGER;
  CREATE INDEX experiments_unsearched ON experiments (id) WHERE searched IS NULL;
  CREATE INDEX experiments_by_status ON experiments (status, number);
  `,
  // How urgent an experiment is and when it released last, so that lists need not look at all standings; when keys were last used.
  `
  ALTER TABLE experiments ADD COLUMN urgency INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE experiments ADD COLUMN released_at INTEGER;
  UPDATE experiments SET ${listedFrom("standings s WHERE s.experiment = experiments.id")};
  CREATE INDEX experiments_by_release ON experiments (coalesce(released_at, -1), number);
  CREATE TABLE key_uses (key TEXT PRIMARY KEY, day TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  // The newest rows of the journal are in the tables like all others.
  emptyTail,
  // The same tables, but batches of new experiments grow, of which older programs do not know.
  "",
]
