// The tables of the Postgres store, as steps from each format version to the next. Every table
// leads with the experiment, by which it is partitioned (docs/scaling.md). Only reservations and
// webhooks go across experiments.

/** Hash partitions of the large tables. */
const partitionCount = 16

export interface PostgresMigration {
  readonly sql: string
  /** The oldest version whose program still works, so that replicas can go one by one. */
  readonly oldestProgram: number
}

const partitions = (table: string): string =>
  Array.from(
    { length: partitionCount },
    (_, index) =>
      `CREATE TABLE armistice.${table}_${index} PARTITION OF armistice.${table} FOR VALUES WITH (MODULUS ${partitionCount}, REMAINDER ${index});`,
  ).join("\n")

export const postgresMigrations: readonly PostgresMigration[] = [
  {
    oldestProgram: 1,
    sql: `
  CREATE TABLE armistice.experiments (
    number integer PRIMARY KEY, id text NOT NULL UNIQUE, definition text NOT NULL, name text NOT NULL,
    description text NOT NULL, labels text NOT NULL, searched text, created_at bigint NOT NULL, urgency integer NOT NULL DEFAULT 0, released_at bigint,
    attention integer NOT NULL DEFAULT 0, retention_at bigint
  );
  CREATE INDEX experiments_unsearched ON armistice.experiments (number) WHERE searched IS NULL;
  CREATE INDEX experiments_by_name ON armistice.experiments (name);
  CREATE INDEX experiments_bulk ON armistice.experiments (number) WHERE position('"bulk":true' IN definition) > 0;
  CREATE INDEX experiments_by_attention ON armistice.experiments (attention, number);
  CREATE INDEX experiments_by_release ON armistice.experiments (attention, coalesce(released_at, -1), number);
  CREATE INDEX experiments_by_retention ON armistice.experiments (retention_at) WHERE retention_at IS NOT NULL;
  CREATE INDEX experiments_urgent ON armistice.experiments (number) WHERE urgency >= 4;
  CREATE SEQUENCE armistice.experiment_numbers AS integer;
  -- The row whose lock is the only coordination. Half of each page is left free, so that updates stay on their page.
  CREATE TABLE armistice.heads (
    experiment integer PRIMARY KEY REFERENCES armistice.experiments (number), status text NOT NULL,
    version bigint NOT NULL DEFAULT 0, sequence bigint NOT NULL DEFAULT 0, journal text, swept bigint NOT NULL DEFAULT 0,
    passed text NOT NULL DEFAULT '{}', counts text,
    discarded bigint NOT NULL DEFAULT 0, arms text, state text, at bigint NOT NULL DEFAULT 0, sweep_at bigint NOT NULL DEFAULT 0,
    restores bigint NOT NULL DEFAULT 0, accepted bigint NOT NULL DEFAULT 0
  ) WITH (fillfactor = 50);
  -- Long texts inside the state of a head (state-texts.ts).
  CREATE TABLE armistice.state_texts (
    experiment integer NOT NULL, hash text COLLATE "C" NOT NULL, body text NOT NULL, PRIMARY KEY (experiment, hash)
  );
  CREATE INDEX heads_to_sweep ON armistice.heads (sweep_at) WHERE status <> 'archived';
  CREATE INDEX heads_over ON armistice.heads (experiment) WHERE status IN ('finished', 'archived');
  CREATE TABLE armistice.decisions (
    experiment integer NOT NULL, sequence bigint NOT NULL, at bigint NOT NULL, due bigint NOT NULL, pull bigint,
    arm integer NOT NULL, id text NOT NULL, segment text NOT NULL, subject text, excluded text NOT NULL, context text, key text NOT NULL,
    noise text, PRIMARY KEY (experiment, sequence)
  ) PARTITION BY HASH (experiment);
  ${partitions("decisions")}
  CREATE UNIQUE INDEX decisions_by_id ON armistice.decisions (experiment, id);
  CREATE INDEX decisions_by_subject ON armistice.decisions (experiment, subject) WHERE subject IS NOT NULL;
  CREATE TABLE armistice.rewards (
    experiment integer NOT NULL, decision bigint NOT NULL, at bigint NOT NULL, steps integer NOT NULL, key text NOT NULL,
    PRIMARY KEY (experiment, decision)
  ) PARTITION BY HASH (experiment);
  ${partitions("rewards")}
  CREATE TABLE armistice.observations (
    experiment integer NOT NULL, sequence bigint NOT NULL, decision bigint NOT NULL, steps integer NOT NULL,
    source text NOT NULL, noise text, PRIMARY KEY (experiment, sequence)
  ) PARTITION BY HASH (experiment);
  ${partitions("observations")}
  CREATE UNIQUE INDEX observations_by_decision ON armistice.observations (experiment, decision);
  CREATE TABLE armistice.discards (
    experiment integer NOT NULL, sequence bigint NOT NULL, restores bigint NOT NULL, PRIMARY KEY (experiment, sequence)
  );
  CREATE TABLE armistice.subjects (
    experiment integer NOT NULL, subject text NOT NULL, learned bigint NOT NULL, arm integer, since bigint, assigned text,
    PRIMARY KEY (experiment, subject)
  ) PARTITION BY HASH (experiment);
  ${partitions("subjects")}
  CREATE INDEX subjects_by_assignment ON armistice.subjects (((assigned::json ->> 'at')::bigint)) WHERE assigned IS NOT NULL;
  CREATE TABLE armistice.ledger (
    experiment integer NOT NULL, number bigint NOT NULL, entry text NOT NULL, PRIMARY KEY (experiment, number)
  );
  CREATE TABLE armistice.ledger_secrets (
    experiment integer NOT NULL, number bigint NOT NULL, sequence bigint NOT NULL, salt text NOT NULL,
    PRIMARY KEY (experiment, number)
  );
  CREATE TABLE armistice.events (
    experiment integer NOT NULL, number bigint NOT NULL, kind text NOT NULL, body text NOT NULL,
    PRIMARY KEY (experiment, number)
  );
  CREATE TABLE armistice.keys (
    id text PRIMARY KEY, name text NOT NULL, role text NOT NULL, hash text NOT NULL, experiments text,
    created_at bigint NOT NULL, expires_at bigint, revoked_at bigint, lineage text NOT NULL,
    created_by text NOT NULL, revoked_by text, requests_per_second bigint
  );
  CREATE FUNCTION armistice.refuse_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the ledger is append-only'; END $$;
  CREATE TRIGGER ledger_is_append_only BEFORE UPDATE OR DELETE ON armistice.ledger
    FOR EACH ROW EXECUTE FUNCTION armistice.refuse_change();
  CREATE TABLE armistice.acceptances (
    experiment integer NOT NULL, sequence bigint NOT NULL, restores bigint NOT NULL, eta double precision NOT NULL, key text NOT NULL,
    at bigint NOT NULL, PRIMARY KEY (experiment, sequence)
  );
  CREATE TABLE armistice.arm_changes (
    experiment integer NOT NULL, sequence bigint NOT NULL, kind text NOT NULL, arm integer NOT NULL, name text, horizon bigint,
    cause text, metric integer, segment text, reason text, key text, actor text NOT NULL, at bigint NOT NULL, PRIMARY KEY (experiment, sequence)
  );
  CREATE TABLE armistice.metric_values (
    experiment integer NOT NULL, decision bigint NOT NULL, metric integer NOT NULL, at bigint NOT NULL, steps integer NOT NULL,
    key text NOT NULL, PRIMARY KEY (experiment, decision, metric)
  ) PARTITION BY HASH (experiment);
  ${partitions("metric_values")}
  CREATE TABLE armistice.metric_observations (
    experiment integer NOT NULL, sequence bigint NOT NULL, decision bigint NOT NULL, metric integer NOT NULL, steps integer NOT NULL,
    source text NOT NULL, noise text, PRIMARY KEY (experiment, sequence)
  ) PARTITION BY HASH (experiment);
  ${partitions("metric_observations")}
  CREATE UNIQUE INDEX metric_observations_by_decision ON armistice.metric_observations (experiment, decision, metric);
  CREATE TABLE armistice.activity (
    experiment integer, number bigint PRIMARY KEY, at bigint NOT NULL, action text NOT NULL, key text, name text NOT NULL,
    outcome text NOT NULL, code text, count bigint NOT NULL
  );
  CREATE INDEX activity_by_experiment ON armistice.activity (experiment, number);
  CREATE INDEX activity_refused ON armistice.activity (key, action, at) WHERE outcome = 'refused';
  CREATE TABLE armistice.results (
    experiment integer NOT NULL, release bigint NOT NULL, segment text NOT NULL, at bigint NOT NULL, state text NOT NULL,
    leader integer, body text NOT NULL, PRIMARY KEY (experiment, release)
  );
  CREATE TABLE armistice.current_results (
    experiment integer NOT NULL, segment text NOT NULL, release bigint NOT NULL, at bigint, state text NOT NULL,
    verdict text NOT NULL, leader integer, next integer, difference double precision, low double precision, high double precision, recommended integer,
    fixed integer NOT NULL, body text, PRIMARY KEY (experiment, segment)
  ) WITH (fillfactor = 50);
  CREATE TABLE armistice.populations (
    name text COLLATE "C" PRIMARY KEY, eta_limit double precision NOT NULL, highest double precision NOT NULL,
    created_at bigint NOT NULL, restores_before bigint NOT NULL, restores bigint NOT NULL, accepted bigint NOT NULL,
    subject_normalisation text NOT NULL
  );
  CREATE TABLE armistice.members (experiment integer PRIMARY KEY, population text COLLATE "C" NOT NULL);
  CREATE INDEX members_by_population ON armistice.members (population, experiment);
  CREATE TABLE armistice.reservations (
    population text COLLATE "C" NOT NULL, person text COLLATE "C" NOT NULL, high double precision NOT NULL DEFAULT 0,
    low double precision NOT NULL DEFAULT 0, PRIMARY KEY (population, person)
  );
  CREATE TABLE armistice.key_uses (key text PRIMARY KEY, day text NOT NULL);
  -- Processes that serve this store (replicas.ts). The server's clock, in milliseconds.
  CREATE TABLE armistice.replicas (
    id text COLLATE "C" PRIMARY KEY, host text NOT NULL, process integer NOT NULL, version text NOT NULL,
    format integer NOT NULL, beat_ms integer NOT NULL, since bigint NOT NULL, seen_at bigint NOT NULL
  );
  -- People who signed in (sign-in/session.ts).
  CREATE TABLE armistice.sessions (
    hash text COLLATE "C" PRIMARY KEY, person text COLLATE "C" NOT NULL, name text NOT NULL, provider text NOT NULL,
    claim_values text NOT NULL, expires_at bigint NOT NULL, used_at bigint NOT NULL, restores bigint NOT NULL
  );
  CREATE INDEX sessions_by_person ON armistice.sessions (person);
  CREATE TABLE armistice.used_logins (hash text COLLATE "C" PRIMARY KEY, expires_at bigint NOT NULL);
  -- Whom to tell, and the outbox: what they are told, each in the transaction of the change (webhooks/outbox.ts).
  CREATE TABLE armistice.webhooks (
    id text COLLATE "C" PRIMARY KEY, name text NOT NULL, url text NOT NULL, format text NOT NULL, events text, created_at bigint NOT NULL
  );
  CREATE SEQUENCE armistice.webhook_delivery_numbers;
  CREATE TABLE armistice.webhook_deliveries (
    number bigint PRIMARY KEY DEFAULT nextval('armistice.webhook_delivery_numbers'), id text NOT NULL,
    webhook text COLLATE "C" NOT NULL, stream text COLLATE "C" NOT NULL, type text NOT NULL, at bigint NOT NULL,
    data text NOT NULL, state text NOT NULL, tries integer NOT NULL, queued_at bigint NOT NULL, next_at bigint NOT NULL,
    last_at bigint, status integer, problem text
  );
  CREATE INDEX webhook_deliveries_of ON armistice.webhook_deliveries (webhook, number);
  CREATE INDEX webhook_deliveries_due ON armistice.webhook_deliveries (webhook, next_at, number) WHERE state = 'waiting';
  CREATE INDEX webhook_deliveries_waiting ON armistice.webhook_deliveries (webhook, stream, queued_at, number)
    WHERE state = 'waiting';
  -- Every transaction reads these. A connection keeps the plan of a function, which halves the time.
  CREATE FUNCTION armistice.stated_properties() RETURNS json LANGUAGE plpgsql STABLE AS $$ BEGIN
    RETURN (SELECT json_object_agg(name, value) FROM armistice.properties 
      WHERE name IN ('place', 'copy', 'frozen', 'handover', 'formatVersion', 'oldestProgram'));
  END $$;
  `,
  },
]
