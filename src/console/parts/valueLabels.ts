/** The labels of fields in which readers give values, by the names that the API has for these. */
export const valueLabels = {
  name: 'plugins.name',
  callbackUrl: 'order.callbackUrl',
  title: 'plugin.title',
  totalFee: 'plugin.priceYuan',
  payLimit: 'plugin.limit',
  overlapSeconds: 'plugin.overlap',
  role: 'keys.role',
  reason: 'dialog.reason',
  pluginId: 'doctor.plugin',
  signedString: 'doctor.signed',
  search: 'plugins.search',
  'filter.search': 'orders.search',
  'filter.pluginId': 'orders.plugin',
} as const;

export type LabelledValue = keyof typeof valueLabels;

/** The check of a callback URL calls it `url`. */
const otherNames: Record<string, LabelledValue> = { url: 'callbackUrl' };

/** Returns the name of the field for a value of the API. Undefined: the console has none. */
export function fieldOf(value: string): LabelledValue | undefined {
  if (Object.hasOwn(valueLabels, value)) return value as LabelledValue;
  return otherNames[value];
}
