import { describe, expect, it } from 'vitest';
import { isSameSearch, readViews, withView } from '../../src/console/orders/savedViews.ts';

describe('saved views', () => {
  it.each([
    ['nothing', null, []],
    ['no JSON', '{', []],
    ['no list', '{"name":"a","search":""}', []],
    ['a list of other things', '[null,1,{"name":"a"},{"name":1,"search":""}]', []],
    ['a list', '[{"name":"a","search":"q=1"},7]', [{ name: 'a', search: 'q=1' }]],
  ])('are read from %s', (_, text, views) => {
    expect(readViews(text)).toEqual(views);
  });

  it('are recognised in whatever order their parts stand', () => {
    expect(isSameSearch('period=week&status=PAID', 'status=PAID&period=week')).toBe(true);
    expect(isSameSearch('status=PAID', 'status=UNPAID')).toBe(false);
  });

  it('are in the order of their names, each name once', () => {
    const views = withView(withView([{ name: 'b', search: 'q=1' }], { name: 'a', search: 'q=2' }), {
      name: 'b',
      search: 'q=3',
    });
    expect(views).toEqual([
      { name: 'a', search: 'q=2' },
      { name: 'b', search: 'q=3' },
    ]);
  });
});
