const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');

const attempts = (fields: string) =>
  `{ deliveryAttempts(first: 100) { edges { node { delivery { attempts { ${fields} } } } } } }`;
const everyField =
  'id number trigger outcome scheduledAt startedAt finishedAt url httpStatus responseTruncated error hint durationMs dnsMs ' +
  'connectMs firstByteMs remoteAddress worker';
const aMonth = 'from: "2026-01-01T00:00:00Z", to: "2026-01-31T00:00:00Z", bucketSeconds: 2600';

export interface WideQuery {
  name: string;
  query: string;
  atOnce?: number;
}

/** Each asks for as much of one kind as a query could. */
export const wideQueries: WideQuery[] = [
  { name: 'nested bodies', query: attempts('requestBody responseBody') },
  { name: '45 aliases of a nested body', query: attempts(times(45, (i) => `a${i}: responseBody`)) },
  {
    name: '45 aliases of a body on a page',
    query: `{ deliveryAttempts(first: 100) { edges { node { ${times(45, (i) => `a${i}: responseBody`)} } } } }`,
  },
  { name: '3,000 attempts without bodies', query: attempts(everyField) },
  { name: '… ten times at once', query: attempts(everyField), atOnce: 10 },
  { name: '3,000 attempts, 48 aliases of url', query: attempts(`${everyField} ${times(48, (i) => `a${i}: url`)}`) },
  { name: 'an alias of 50,000 letters', query: attempts(`${'a'.repeat(50_000)}: __typename`) },
  { name: '48 aliases of __typename', query: attempts(times(48, (i) => `a${'x'.repeat(90)}${i}: __typename`)) },
  {
    name: '48 aliases of 1,000 buckets',
    query: `{ deliveryStats(${aMonth}) {
      ${times(48, (i) => `b${i}: buckets { start attempts acknowledged failed durationMsP50 durationMsP99 }`)} } }`,
  },
  {
    name: '40 aliases of reasons and details',
    query: `{ auditLog(first: 100) { edges { node { ${times(20, (i) => `r${i}: reason d${i}: detail`)} } } } }`,
  },
  {
    name: 'introspection in introspection',
    query: `{ __schema { types { fields { type { fields { ${times(40, (i) => `d${i}: description`)} } } } } } }`,
  },
  {
    name: '40 times the schema',
    query: `{ ${times(40, (i) => `s${i}: __schema { types { name description fields { name description args { name description } } } }`)} }`,
  },
];
