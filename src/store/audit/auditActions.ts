/**
 * The actions that the audit log has, and what `detail` says of each. All are mutations, except signing in and out and
 * `reseal`.
 */
export const auditActions = {
  createPlugin: 'The name, the callback URL, and whether it is for rehearsals.',
  updatePlugin: 'The old and the new value of what changed.',
  resetPluginSecret: 'How long the old secret stays valid.',
  createUser: 'The nickname, the avatar and whether they are a member.',
  updateUser: 'The old and the new value of what changed.',
  issueAccessToken: 'The plugin, the open_id and when the token expires.',
  createGoods: 'The plugin, the title, the price and how many may be paid.',
  createOrder: 'The goods, the user and what the developer added; isNew is false if the order was there already.',
  payOrder: 'When the user paid, and wasPaid if it was recorded already; or why the payment was refused.',
  resendDelivery: 'Whether the delivery was created for it.',
  resendDeliveries: 'The filter, and the number of deliveries so far.',
  resendOrders: 'The filter, notAskedSince, and the number of orders so far.',
  createDeliveries: 'When the orders were paid, and the number of deliveries so far.',
  cancelDelivery: 'The status before, and how many resends were dropped.',
  checkCallbackUrl: 'The URL that was checked.',
  createApiKey: 'The name and the role of the key.',
  revokeApiKey: 'The name of the key.',
  signIn: 'The address it came from. Of the console and the query explorer; the target is the id of the key.',
  signOut:
    'isReplaced: a sign-in with the same browser ended the session. One that ends by itself is not written down.',
  signInWithRevokedKey: 'The address it came from; once a minute at most for each key and process.',
  reseal: 'How many secrets were encrypted with the newest key; a command of the service.',
} as const;

export type AuditAction = keyof typeof auditActions;
