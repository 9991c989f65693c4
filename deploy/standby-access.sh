#!/bin/sh
# Run once by the Postgres image on an empty volume: allows the standby of compose-standby.yaml to replicate from this server.
set -eu
echo "host replication armistice all scram-sha-256" >> "$PGDATA/pg_hba.conf"
