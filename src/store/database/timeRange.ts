/** A filter for instants from `from` on and before `to`; undefined when neither is given. */
export function timeRange(from: Date | undefined, to: Date | undefined): { gte?: Date; lt?: Date } | undefined {
  if (!from && !to) return undefined;
  return { ...(from && { gte: from }), ...(to && { lt: to }) };
}
