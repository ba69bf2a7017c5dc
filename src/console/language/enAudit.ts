import { enActions } from './enActions.ts';
import { enDetails } from './enDetails.ts';

/** The texts of the audit log. The words for a status and a role are those of the other pages. */
export const enAudit = {
  none: 'Nothing was done yet.',
  actions: enActions,
  details: enDetails,
  yes: 'yes',
  no: 'no',
  anyNumber: 'any number',
  at: 'Time',
  actor: 'Who',
  action: 'Action',
  target: 'Of',
  detail: 'Detail',
  deliveries: 'Notifications',
  source: { CONSOLE: 'Staff', API: 'The developer' },
  refused: {
    SOLD_OUT: 'Sold out',
    ALREADY_PAID: 'Paid at another time',
    IMPLAUSIBLE_PAID_AT: 'Implausible time of the payment',
  },
};
