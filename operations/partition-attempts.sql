-- EXPERIMENTAL. Read operations/growing.md and docs/decisions/0012-partitions-of-attempts.md before you run it: Prisma's
-- schema does not know these partitions, and every later migration that names delivery_attempt must respect them.
--
-- Makes delivery_attempt a table of monthly partitions, by started_at in UTC, while the service runs:
--
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f operations/partition-attempts.sql
--
-- No row is moved: the present table becomes the partition of everything before a month that begins in a week or more.
-- Step 3 happens as a whole or not at all. It waits at most 0.2 s for each of its three locks. That is in all less than the
-- second after which PostgreSQL looks for deadlocks, so this script gives way and never the service. Run the file again if
-- it did not get its locks, and repeat it until it succeeds: the constraint of step 1 would stop the callbacks of that month.
-- To give up, drop the constraint of step 1.

SET TimeZone = 'UTC';
SET lock_timeout = '200ms';

-- Step 1, a moment: from now on the present table takes no row of the first month or later.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = 'delivery_attempt'::regclass) THEN
    RAISE EXCEPTION 'delivery_attempt has partitions already';
  END IF;
  ALTER TABLE delivery_attempt DROP CONSTRAINT IF EXISTS delivery_attempt_before_months;
  EXECUTE format(
    'ALTER TABLE delivery_attempt ADD CONSTRAINT delivery_attempt_before_months CHECK (started_at < %L) NOT VALID',
    date_trunc('month', now() + interval '7 days') + interval '1 month');
END
$$;

-- Step 2, reads the whole table and blocks nobody: then step 3 need not read it under its lock.
ALTER TABLE delivery_attempt VALIDATE CONSTRAINT delivery_attempt_before_months;

-- Step 3, under a lock that everybody waits for: the present table becomes a partition.
BEGIN;
-- All that is needed, at once: attaching takes the old foreign keys' triggers off plugin and delivery.
LOCK TABLE delivery, plugin, delivery_attempt IN ACCESS EXCLUSIVE MODE;

ALTER TABLE delivery_attempt RENAME TO delivery_attempt_before;
ALTER INDEX delivery_attempt_pkey RENAME TO delivery_attempt_before_pkey;
ALTER INDEX delivery_attempt_order_id_number_key RENAME TO delivery_attempt_before_order_id_number_key;
ALTER INDEX delivery_attempt_started_at_id_idx RENAME TO delivery_attempt_before_started_at_id_idx;
ALTER INDEX delivery_attempt_outcome_started_at_id_idx RENAME TO delivery_attempt_before_outcome_started_at_id_idx;
ALTER INDEX delivery_attempt_of_sandbox RENAME TO delivery_attempt_before_of_sandbox;
ALTER INDEX delivery_attempt_plugin_id_started_at_id_idx RENAME TO delivery_attempt_before_plugin_id_started_at_id_idx;
ALTER INDEX delivery_attempt_plugin_id_outcome_started_at_id_idx
  RENAME TO delivery_attempt_before_plugin_id_outcome_started_at_id_idx;

CREATE TABLE delivery_attempt (LIKE delivery_attempt_before INCLUDING DEFAULTS) PARTITION BY RANGE (started_at);
-- Else the sequence would go when the oldest partition does.
ALTER SEQUENCE delivery_attempt_id_seq OWNED BY delivery_attempt.id;
ALTER TABLE delivery_attempt
  ADD CONSTRAINT delivery_attempt_order_id_fkey FOREIGN KEY (order_id) REFERENCES delivery(order_id)
    ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT delivery_attempt_plugin_id_fkey FOREIGN KEY (plugin_id) REFERENCES plugin(id)
    ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX delivery_attempt_started_at_id_idx ON delivery_attempt(started_at, id) WHERE sandbox IS NULL;
CREATE INDEX delivery_attempt_outcome_started_at_id_idx ON delivery_attempt(outcome, started_at, id) WHERE sandbox IS NULL;
CREATE INDEX delivery_attempt_of_sandbox ON delivery_attempt(started_at, id) WHERE sandbox IS NOT NULL;
CREATE INDEX delivery_attempt_plugin_id_started_at_id_idx ON delivery_attempt(plugin_id, started_at, id);
CREATE INDEX delivery_attempt_plugin_id_outcome_started_at_id_idx
  ON delivery_attempt(plugin_id, outcome, started_at, id);

DO $$
BEGIN
  EXECUTE format(
    'ALTER TABLE delivery_attempt ATTACH PARTITION delivery_attempt_before FOR VALUES FROM (MINVALUE) TO (%L)',
    date_trunc('month', now() + interval '7 days') + interval '1 month');
END
$$;
ALTER TABLE delivery_attempt_before DROP CONSTRAINT delivery_attempt_before_months;

-- PostgreSQL asks that a unique key of the whole table contain started_at, which would let a number come twice in two
-- months. So each partition has the keys of its own, and this keeps a number from coming again in another one.
-- A session plans this once, perhaps while a month is empty; it must not go on reading that month from end to end.
CREATE FUNCTION require_new_attempt_number() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  -- Others who write attempts of the same order wait here. The service has this lock already.
  PERFORM FROM delivery WHERE order_id = NEW.order_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM delivery_attempt WHERE order_id = NEW.order_id AND number = NEW.number) THEN
    RAISE unique_violation USING
      MESSAGE = format('attempt %s of order %s exists', NEW.number, NEW.order_id),
      TABLE = 'delivery_attempt', CONSTRAINT = 'delivery_attempt_order_id_number_key';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER delivery_attempt_new_number BEFORE INSERT ON delivery_attempt
  FOR EACH ROW EXECUTE FUNCTION require_new_attempt_number();

-- Takes what no month was made for, so that forgetting to make one stops no callback.
CREATE TABLE delivery_attempt_default PARTITION OF delivery_attempt (PRIMARY KEY (id), UNIQUE (order_id, number)) DEFAULT;

-- Makes the months until so many from now, and moves into them what went to the default partition meanwhile.
CREATE FUNCTION make_attempt_months(ahead int) RETURNS SETOF text LANGUAGE plpgsql
SET TimeZone = 'UTC' SET lock_timeout = '200ms' AS $$
DECLARE
  month timestamptz;
  name text;
BEGIN
  LOCK TABLE plugin IN SHARE ROW EXCLUSIVE MODE;
  LOCK TABLE delivery IN EXCLUSIVE MODE;
  LOCK TABLE delivery_attempt_default IN ACCESS EXCLUSIVE MODE;
  LOOP
    SELECT max(until) INTO month FROM attempt_months;
    EXIT WHEN month >= now() + ahead * interval '1 month';
    name := 'delivery_attempt_' || to_char(month, 'YYYY_MM');
    EXECUTE format('CREATE TABLE %I (LIKE delivery_attempt INCLUDING DEFAULTS, PRIMARY KEY (id), UNIQUE (order_id, number))', name);
    EXECUTE format(
      'WITH late AS (DELETE FROM delivery_attempt_default WHERE started_at >= $1 AND started_at < $2 RETURNING *)
       INSERT INTO %I SELECT * FROM late', name) USING month, month + interval '1 month';
    EXECUTE format('ALTER TABLE delivery_attempt ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      name, month, month + interval '1 month');
    RETURN NEXT name;
  END LOOP;
END
$$;

-- Drops the partitions that end before the instant. What they have of deliveries that are still open goes to the
-- default partition, where the service's own retention finds it when they have ended.
CREATE FUNCTION drop_attempt_months(before timestamptz) RETURNS SETOF text LANGUAGE plpgsql
SET TimeZone = 'UTC' SET lock_timeout = '200ms' AS $$
DECLARE
  name text;
BEGIN
  LOCK TABLE plugin IN SHARE ROW EXCLUSIVE MODE;
  LOCK TABLE delivery IN EXCLUSIVE MODE;
  LOCK TABLE delivery_attempt IN ACCESS EXCLUSIVE MODE;
  FOR name IN SELECT attempt_months.name FROM attempt_months WHERE until <= before ORDER BY until LOOP
    EXECUTE format(
      'CREATE TEMPORARY TABLE attempts_of_open ON COMMIT DROP AS
       SELECT attempt.* FROM delivery JOIN %I AS attempt USING (order_id)
       WHERE delivery.status = ''PENDING'' OR lease_token IS NOT NULL OR resend_requested_at IS NOT NULL', name);
    EXECUTE format('DROP TABLE %I', name);
    INSERT INTO delivery_attempt SELECT * FROM attempts_of_open;
    DROP TABLE attempts_of_open;
    RETURN NEXT name;
  END LOOP;
END
$$;

-- The partitions but the default one, and where each ends.
CREATE VIEW attempt_months AS
  SELECT relname AS name,
    (regexp_match(pg_get_expr(relpartbound, pg_class.oid), $re$TO \('(.*)'\)$re$))[1]::timestamptz AS until
  FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
  WHERE inhparent = 'delivery_attempt'::regclass AND pg_get_expr(relpartbound, pg_class.oid) <> 'DEFAULT';

SELECT make_attempt_months(3);
COMMIT;

-- Step 4, reads a sample: autovacuum looks at the partitions only, and joins are planned by figures of the whole.
RESET lock_timeout;
ANALYZE delivery_attempt;
