import { answerParent } from '../harness/answerParent.ts';
import { startExpressFloor } from './expressFloor.ts';
import type { ReferenceOptions } from './signedReads.ts';

answerParent(async (options: ReferenceOptions) => ({ port: await startExpressFloor(options) }));
