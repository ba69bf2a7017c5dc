import { expect, it } from 'vitest';
import { pastedPath } from '../../src/console/shell/pastedPath.ts';

const here = 'https://staff.example';

it.each([
  { text: `${here}/console/orders/abc`, path: '/orders/abc' },
  { text: `${here}/console/orders?q=a&sandbox=1`, path: '/orders?q=a&sandbox=1' },
  { text: `${here}/console`, path: '/' },
  { text: `${here}/console/`, path: '/' },
  { text: `${here}/consoles/orders`, path: null },
  { text: `${here}/docs`, path: null },
  { text: 'https://other.example/console/orders/abc', path: null },
  { text: 'CASE-777', path: null },
  { text: 'goods:1', path: null },
])('the text $text leads to $path', ({ text, path }) => {
  expect(pastedPath(text, here)).toBe(path);
});
