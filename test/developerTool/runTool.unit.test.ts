import { describe, expect, it } from 'vitest';
import { painter } from '../../src/developerTool/painter.ts';
import { printable } from '../../src/developerTool/printable.ts';
import { callTool } from './callTool.ts';

const commands = ['sign', 'doctor', 'verify', 'receiver', 'callback'];

describe('the tool for developers', () => {
  it.each([['--help'], ['-h'], ['help']])('lists its commands and exit codes with %s', async (argument) => {
    const { code, out, err } = await callTool([argument]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('Exit codes: 0 yes');
    for (const command of commands) expect(out).toContain(`  ${command} `);
  });

  it.each(commands)('has a help for %s that names its options and exit codes', async (command) => {
    const { code, out } = await callTool([command, '--secret', 'x', '--help']);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^Usage: openplug ${command} `));
    expect(out).toMatch(/--secret SECRET[^]*--json[^]*Example: [^]*openplug [^]*Exit codes: 0 /);
    expect(await callTool(['help', command])).toEqual(await callTool([command, '--help']));
    for (const line of out.split('\n')) expect(line.length).toBeLessThan(100);
  });

  it('says its version', async () => {
    expect(await callTool(['--version'])).toEqual({ code: 0, out: '1.2.3', err: '' });
  });

  it.each([[[]], [['forward']], [['\u001B[2J']]])('refuses %j, and lists the commands', async (args) => {
    const { code, out, err } = await callTool(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('Usage: openplug COMMAND');
    expect(err).not.toContain('\u001B');
  });

  it.each([
    [['sign', '--sekret', 'x', 'a=1'], /Unknown option '--sekret'/],
    [['sign', 'plugin_id'], /expected name=value, but got: plugin_id/],
    [['sign', '=1'], /expected name=value, but got: =1/],
    [['sign', 'a=1', 'a=2'], /expected each name once, but got twice: a/],
    [['sign'], /expected at least one parameter/],
    [['sign', 'sign=1'], /it is what this command computes/],
    [['sign', '--url', 'ftp://x', 'a=1'], /the URL must be an absolute http or https URL/],
    [['sign', '--url', 'http://x/?a=1', 'a=1'], /expected a URL without \?/],
    [['verify', 'a', 'b'], /expected one file at most/],
    [['verify', 'nowhere'], /expected a file that can be read: ENOENT/],
    [['verify'], /expected a response or a callback, but the input is empty/],
    [['doctor', 'a', 'b'], /put the request in quotes/],
    [['doctor', 'hello'], /expected a line of curl, a URL, a raw HTTP request, a form/],
    [['doctor', '--at', 'noon', 'a=1'], /expected a whole number from 0 to \d+ after --at, but got: "noon"/],
    [['callback'], /expected the URL of your receiver/],
    [['callback', 'localhost:8000'], /must be an absolute http or https URL/],
    [['callback', 'http://localhost', 'price=1'], /expected a field of a callback \(attach, .*\), but got: price/],
    [['callback', 'http://localhost', 'pay_fee=1.5'], /expected a whole number from 0 to 2147483647 as pay_fee/],
    [['callback', 'http://localhost', '--timeout', '0'], /expected a number from 0.1 to 600 after --timeout/],
    [['receiver', '--port', '99999'], /expected a whole number from 0 to 65535 after --port/],
    [['receiver', '--fail', '500', '--hang'], /expected --fail or --hang, not both/],
    [['receiver', '--delay', '-1'], /Option '--delay' argument is ambiguous\. Did you .* use '--delay=-XYZ'\./],
    [['receiver', 'x'], /expected options only/],
  ] as [string[], RegExp][])('says what was expected instead of %j', async (args, message) => {
    const { code, out, err } = await callTool(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
    expect(err).toMatch(new RegExp(`\`openplug ${args[0]} --help\` says more\\.$`));
  });

  it.each([['sign', 'a=1'], ['verify', '-'], ['doctor', 'a=1'], ['callback', 'http://127.0.0.1:1'], ['receiver']])(
    'asks for a secret when %s has none',
    async (...args) => {
      const { code, err } = await callTool(args, { secretVariable: undefined });
      expect([code, err]).toEqual([2, expect.stringContaining('set OPENPLUG_SECRET')]);
    },
  );

  it('says when a secret cannot be one, without showing it', async () => {
    const { code, err } = await callTool(['sign', '--secret', ' hunter2-hunter2', 'plugin_id=plugtest']);
    expect(code).toBe(0);
    expect(err).toBe(
      'The secret has white space in it; the secrets of openplug are 32 letters and digits. It is used as it is.',
    );
  });
});

describe('the output', () => {
  it('has colours on a terminal only, and not with NO_COLOR', () => {
    expect(painter(true, {})('good', 'yes')).toBe('\u001B[32myes\u001B[0m');
    expect(painter(false, {})('good', 'yes')).toBe('yes');
    expect(painter(true, { NO_COLOR: '1' })('good', 'yes')).toBe('yes');
    expect(painter(true, { TERM: 'dumb' })('good', 'yes')).toBe('yes');
  });

  it('shows text of others in one line, without what a terminal would obey', () => {
    expect(printable('a\nb\u001B[31m\u202Ec\u009B')).toBe(String.raw`a\nb\u{1b}[31m\u{202e}c\u{9b}`);
    expect(printable('x'.repeat(5000))).toHaveLength(1001);
  });
});
