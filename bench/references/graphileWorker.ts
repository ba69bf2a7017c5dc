import { Logger, run } from 'graphile-worker';
import pg from 'pg';
import { answerParent } from '../harness/answerParent.ts';
import { callbackTask } from './callbackTask.ts';
import type { ReferenceOptions } from './signedReads.ts';

/** Enough to keep its connections busy while POSTs are on their way; more made it slower. */
const concurrentJobs = 100;

let pool: pg.Pool;

/** graphile-worker, tuned as its documentation says: jobs fetched into a local queue, completed in batches, nothing logged. */
answerParent(async (question: ReferenceOptions | { orderIds: string[] }) => {
  if ('orderIds' in question) await addJobs(question.orderIds);
  else await start(question);
});

async function start(options: ReferenceOptions): Promise<void> {
  const send = callbackTask(options);
  // Its own connections, beside those of the task.
  pool = new pg.Pool({ connectionString: options.databaseUrl, max: options.connections });
  pool.on('error', (error) => console.error(error));
  pool.on('connect', (client) => client.on('error', () => {}));
  await run({
    pgPool: pool,
    taskList: { callback: async (payload) => send((payload as { orderId: string }).orderId) },
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
    preset: {
      worker: {
        concurrentJobs,
        pollInterval: 1000,
        localQueue: { size: 5 * concurrentJobs },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  });
}

async function addJobs(orderIds: string[]): Promise<void> {
  await pool.query(
    `SELECT graphile_worker.add_jobs(array_agg(json_populate_record(null::graphile_worker.job_spec,
       json_build_object('identifier', 'callback', 'payload', json_build_object('orderId', order_id)))))
     FROM unnest($1::text[]) AS order_id`,
    [orderIds],
  );
}
