import { describe, expect, it } from 'vitest';
import { breakingChanges, changelog, copiedReleases, current, interfacesOf, missingNotes } from './releases.ts';
import type { OpenApi } from './breakingRestChanges.ts';

const [latest] = copiedReleases;

/** The messages that are made of an order. */
const recordsOfOrders = [
  'GET /payments/record 200',
  'POST /sandbox/orders 200',
  'POST /sandbox/payments 200',
  'POST paymentSucceeded body',
];

describe('a change that breaks programs of staff or developers', () => {
  it('has a note under "Breaking changes" of the unreleased version, which says what to do', () => {
    const missing = missingNotes(breakingChanges(interfacesOf(latest!), current), changelog);
    expect(missing, 'Add these lines there, each with what callers do instead').toEqual([]);
  });

  it('is found in GraphQL', () => {
    const after = { ...current, schema: current.schema.replace(/^ {2}payLimit: Int!$/m, '  payLimit: Int') };
    expect(breakingChanges(current, after)).toEqual(['Goods.payLimit changed type from Int! to Int.']);
  });

  it.each<[what: string, change: (document: OpenApi) => void, found: string[]]>([
    ['a removed path', ({ paths }) => delete paths!['/goods'], ['POST /goods was removed.']],
    [
      'a parameter that is new and required',
      ({ paths }) => parametersOf(paths, '/baseinfo').push({ name: 'lang', in: 'query', required: true }),
      ['GET /baseinfo.lang is required.'],
    ],
    [
      'a parameter that has to be shorter',
      ({ paths }) => (goods(paths).title!.maxLength = 20),
      ['POST /goods body (application/json).title has another maxLength.'],
    ],
    [
      'a field of an answer and a callback that may be missing, or is of another type',
      ({ components }) => {
        const order = components!['schemas']!['Order'] as Order;
        order.required = order.required.filter((name) => name !== 'attach');
        order.properties['pay_fee']!.type = ['integer', 'string'];
      },
      recordsOfOrders.flatMap((where) => [
        `${where} (application/json).resource.attach may be missing.`,
        `${where} (application/json).resource.pay_fee allows the type string.`,
      ]),
    ],
    [
      'a status of an order that nobody knows yet',
      ({ components }) => (components!['schemas']!['Order'] as Order).properties['status']!.enum!.push(20),
      recordsOfOrders.map((where) => `${where} (application/json).resource.status allows the value 20.`),
    ],
  ])('is found in REST: %s', (_what, change, found) => {
    expect(breakingChanges(current, altered(change)).toSorted()).toEqual(found.toSorted());
  });

  it.each<[what: string, change: (document: OpenApi) => void]>([
    ['an endpoint more', ({ paths }) => (paths!['/refunds'] = paths!['/goods']!)],
    ['a parameter more, which may be left out', ({ paths }) => parametersOf(paths, '/baseinfo').push(optional)],
    ['a parameter that may be longer', ({ paths }) => (goods(paths).title!.maxLength = 60)],
    ['a parameter that need not be there', ({ paths }) => (parametersOf(paths, '/baseinfo')[0]!.required = false)],
  ])('is none: %s', (_what, change) => {
    expect(breakingChanges(current, altered(change))).toEqual([]);
  });
});

describe('the note of a breaking change', () => {
  const changes = ['Goods.isSoldOut was removed.', 'POST /goods was removed.'];
  const log = (notes: string) =>
    `# Changelog\n\n## Unreleased\n\n${notes}\n\n## 0.1.0\n\n### Breaking changes\n\n- ${changes[0]!}\n`;

  it('is missing when there is none, or only one of an earlier version or in another section', () => {
    const lines = changes.map((change) => `- ${change}`);
    expect(missingNotes(changes, log(''))).toEqual(lines);
    expect(missingNotes(changes, log(`### Changed\n\n${lines.join('\n')}`))).toEqual(lines);
    expect(missingNotes(changes, '')).toEqual(lines);
  });

  it('is found when each change is named, also over two lines', () => {
    const notes = '### Breaking changes\n\n- Goods.isSoldOut was\n  removed. Read paidCount.\n';
    expect(missingNotes(changes, log(notes))).toEqual(['- POST /goods was removed.']);
    expect(missingNotes(changes, log(`${notes}- POST /goods was removed. Ask staff.\n\n### Added`))).toEqual([]);
  });
});

it('every release of the changelog has a copy of its interfaces in docs/releases', () => {
  const released = Array.from(changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm), ([, version]) => version!);
  expect(copiedReleases).toEqual(released);
});

interface Field {
  type?: string | string[];
  maxLength?: number;
  enum?: unknown[];
}
interface Order {
  required: string[];
  properties: Record<string, Field>;
}
const optional = { name: 'lang', in: 'query', schema: {} };

function altered(change: (document: OpenApi) => void) {
  const openApi = structuredClone(current.openApi);
  change(openApi);
  return { ...current, openApi };
}

function parametersOf(paths: OpenApi['paths'], path: string) {
  return paths![path]!['get']!.parameters!;
}

function goods(paths: OpenApi['paths']): Record<string, Field> {
  return paths!['/goods']!['post']!.requestBody!.content!['application/json']!.schema!.properties!;
}
