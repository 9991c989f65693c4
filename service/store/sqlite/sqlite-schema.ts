// The tables of the SQLite store, as steps from each format version to the next. A released step
// never changes.

export const migrations: readonly string[] = [
  `
  CREATE TABLE experiments (
    id TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE, status TEXT NOT NULL, definition TEXT NOT NULL,
    restores INTEGER NOT NULL DEFAULT 0, accepted INTEGER NOT NULL DEFAULT 0, name TEXT NOT NULL,
    description TEXT NOT NULL, labels TEXT NOT NULL, searched TEXT, created_at INTEGER NOT NULL, urgency INTEGER NOT NULL DEFAULT 0, released_at INTEGER,
    attention INTEGER NOT NULL DEFAULT 0, retention_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX experiments_unsearched ON experiments (id) WHERE searched IS NULL;
  CREATE INDEX experiments_by_name ON experiments (name);
  CREATE INDEX experiments_bulk ON experiments (number) WHERE instr(definition, '"bulk":true') > 0;
  CREATE INDEX experiments_by_status ON experiments (status, number);
  CREATE INDEX experiments_by_attention ON experiments (attention, number);
  CREATE INDEX experiments_by_release ON experiments (attention, coalesce(released_at, -1), number);
  CREATE INDEX experiments_by_retention ON experiments (retention_at) WHERE retention_at IS NOT NULL;
  CREATE TABLE decisions (
    experiment TEXT NOT NULL, sequence INTEGER NOT NULL, id TEXT NOT NULL, arm INTEGER NOT NULL, pull INTEGER,
    segment TEXT NOT NULL, subject TEXT, excluded TEXT NOT NULL, context TEXT, at INTEGER NOT NULL, due INTEGER NOT NULL,
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
  CREATE TABLE metric_values (
    experiment TEXT NOT NULL, decision INTEGER NOT NULL, metric INTEGER NOT NULL, steps INTEGER NOT NULL, key TEXT NOT NULL,
    at INTEGER NOT NULL, PRIMARY KEY (experiment, decision, metric)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE metric_observations (
    experiment TEXT NOT NULL, sequence INTEGER NOT NULL, decision INTEGER NOT NULL, metric INTEGER NOT NULL, steps INTEGER NOT NULL,
    source TEXT NOT NULL, noise TEXT, PRIMARY KEY (experiment, sequence)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX metric_observations_by_decision ON metric_observations (experiment, decision, metric);
  CREATE TABLE discards (
    experiment TEXT NOT NULL, sequence INTEGER NOT NULL, restores INTEGER NOT NULL, PRIMARY KEY (experiment, sequence)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE acceptances (
    experiment TEXT NOT NULL, sequence INTEGER NOT NULL, restores INTEGER NOT NULL, eta REAL NOT NULL, key TEXT NOT NULL,
    at INTEGER NOT NULL, PRIMARY KEY (experiment, sequence)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE arm_changes (
    experiment TEXT NOT NULL, sequence INTEGER NOT NULL, kind TEXT NOT NULL, arm INTEGER NOT NULL, name TEXT, horizon INTEGER,
    cause TEXT, metric INTEGER, segment TEXT, reason TEXT, key TEXT, actor TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (experiment, sequence)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE subjects (
    experiment TEXT NOT NULL, subject TEXT NOT NULL, learned INTEGER NOT NULL, arm INTEGER, since INTEGER, assigned TEXT,
    PRIMARY KEY (experiment, subject)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX subjects_by_assignment ON subjects (json_extract(assigned, '$.at')) WHERE assigned IS NOT NULL;
  CREATE TABLE snapshots (
    experiment TEXT PRIMARY KEY, sequence INTEGER NOT NULL, journal TEXT NOT NULL, swept INTEGER NOT NULL,
    passed TEXT NOT NULL, counts TEXT NOT NULL, discarded INTEGER NOT NULL, arms TEXT NOT NULL, state TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE ledger (
    experiment TEXT NOT NULL, number INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (experiment, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE ledger_secrets (
    experiment TEXT NOT NULL, number INTEGER NOT NULL, sequence INTEGER NOT NULL, salt TEXT NOT NULL,
    PRIMARY KEY (experiment, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER ledger_is_append_only BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
  CREATE TRIGGER ledger_keeps_all BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
  CREATE TABLE results (
    experiment TEXT NOT NULL, release INTEGER NOT NULL, segment TEXT NOT NULL, at INTEGER NOT NULL, state TEXT NOT NULL,
    leader INTEGER, body TEXT NOT NULL, PRIMARY KEY (experiment, release)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE current_results (
    experiment TEXT NOT NULL, segment TEXT NOT NULL, release INTEGER NOT NULL, at INTEGER, state TEXT NOT NULL,
    verdict TEXT NOT NULL, leader INTEGER, next INTEGER, difference REAL, low REAL, high REAL, recommended INTEGER, fixed INTEGER NOT NULL, body TEXT,
    PRIMARY KEY (experiment, segment)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE events (
    experiment TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (experiment, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE activity (
    number INTEGER PRIMARY KEY, experiment TEXT, at INTEGER NOT NULL, action TEXT NOT NULL, key TEXT, name TEXT NOT NULL,
    outcome TEXT NOT NULL, code TEXT, count INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX activity_by_experiment ON activity (experiment, number);
  CREATE INDEX activity_refused ON activity (key, action, at) WHERE outcome = 'refused';
  CREATE TABLE populations (
    name TEXT PRIMARY KEY, eta_limit REAL NOT NULL, highest REAL NOT NULL, created_at INTEGER NOT NULL,
    restores_before INTEGER NOT NULL, restores INTEGER NOT NULL, accepted INTEGER NOT NULL,
    subject_normalisation TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE members (experiment TEXT PRIMARY KEY, population TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX members_by_population ON members (population, experiment);
  -- Sums as text: the driver reads a number just above a whole one as the whole one.
  CREATE TABLE reservations (
    population TEXT NOT NULL, person TEXT NOT NULL, high TEXT NOT NULL, low TEXT NOT NULL, PRIMARY KEY (population, person)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE keys (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, hash TEXT NOT NULL, experiments TEXT,
    created_at INTEGER NOT NULL, expires_at INTEGER, revoked_at INTEGER, lineage TEXT NOT NULL,
    created_by TEXT NOT NULL, revoked_by TEXT, requests_per_second INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE key_uses (key TEXT PRIMARY KEY, day TEXT NOT NULL) STRICT, WITHOUT ROWID;
  -- People who signed in (sign-in/session.ts).
  CREATE TABLE sessions (
    hash TEXT PRIMARY KEY, person TEXT NOT NULL, name TEXT NOT NULL, provider TEXT NOT NULL, claim_values TEXT NOT NULL,
    expires_at INTEGER NOT NULL, used_at INTEGER NOT NULL, restores INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_by_person ON sessions (person);
  CREATE TABLE used_logins (hash TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  -- Whom to tell, and the outbox: what they are told, each in the transaction of the change (webhooks/outbox.ts).
  CREATE TABLE webhooks (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, url TEXT NOT NULL, format TEXT NOT NULL, events TEXT, created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE webhook_deliveries (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL, webhook TEXT NOT NULL, stream TEXT NOT NULL, type TEXT NOT NULL,
    at INTEGER NOT NULL, data TEXT NOT NULL, state TEXT NOT NULL, tries INTEGER NOT NULL, queued_at INTEGER NOT NULL,
    next_at INTEGER NOT NULL, last_at INTEGER, status INTEGER, problem TEXT
  ) STRICT;
  CREATE INDEX webhook_deliveries_of ON webhook_deliveries (webhook, number);
  CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook, next_at, number) WHERE state = 'waiting';
  CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook, stream, queued_at, number) WHERE state = 'waiting';
  CREATE TABLE properties (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  -- Which copy of the store this is (sqlite-identity.ts).
  CREATE TABLE identity (
    only INTEGER PRIMARY KEY CHECK (only = 1), copy TEXT NOT NULL, commits INTEGER NOT NULL, restores INTEGER NOT NULL
  ) STRICT;
  `,
]
