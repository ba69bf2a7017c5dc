import type { OrderQuery } from '../generated/operations.ts';

export type Attempt = NonNullable<NonNullable<OrderQuery['order']>['delivery']>['attempts'][number];
