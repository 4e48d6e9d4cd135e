#!/bin/sh
# Run once by PostgreSQL's image, on an empty database: the role that owns the tables, and the role of the service, which can
# append to the audit log but never change it.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" \
  --set owner="$OWNER_PASSWORD" --set service="$SERVICE_PASSWORD" <<'SQL'
create role sluice_owner login password :'owner';
create role sluice_service login password :'service';
create database sluice owner sluice_owner;
SQL
