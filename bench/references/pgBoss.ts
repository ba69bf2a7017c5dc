import PgBoss from 'pg-boss';
import { answerParent } from '../harness/answerParent.ts';
import { callbackTask } from './callbackTask.ts';
import type { ReferenceOptions } from './signedReads.ts';

const queue = 'callback';
/** One waits for its slowest job while others go on; and a batch is one fetch and one completion. */
const workers = 4;
const batchSize = 50;

let boss: PgBoss;

/** pg-boss with large batches, and each worker told to go on at once instead of waiting for its next poll. */
answerParent(async (question: ReferenceOptions | { orderIds: string[] }) => {
  if ('orderIds' in question) {
    await boss.insert(question.orderIds.map((orderId) => ({ name: queue, data: { orderId } })));
  } else await start(question);
});

async function start(options: ReferenceOptions): Promise<void> {
  const send = callbackTask(options);
  // Its own connections, beside those of the task.
  boss = new PgBoss({ connectionString: options.databaseUrl, max: options.connections });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  await boss.createQueue(queue);
  for (let worker = 1; worker <= workers; worker += 1) {
    const id: string = await boss.work<{ orderId: string }>(
      queue,
      { batchSize, pollingIntervalSeconds: 0.5 },
      async (jobs) => {
        await Promise.all(jobs.map(async ({ data }) => send(data.orderId)));
        boss.notifyWorker(id);
      },
    );
  }
}
