/** A secret that a test used, found in something that the service wrote. */
export interface Leak {
  /** How it was written. */
  form: string;
  /** Where, without the secret. */
  excerpt: string;
}

/** Shorter ones cannot be told from other text. */
const shortest = 16;
const contextLength = 60;

/** Those of this test file: each runs in a world of its own. */
const secrets = new Set<string>();
let output: string[] = [];

/** From now until the test file ends, this must be in nothing that the service writes, nor must it have been. */
export function watchSecret(...values: (string | undefined)[]): void {
  for (const value of values) if (value !== undefined && value.length >= shortest) secrets.add(value.toWellFormed());
}

/** The values of all properties by these names, however deep. */
export function watchSecretsIn(value: unknown, names: readonly string[]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (names.includes(name) && typeof inner === 'string') watchSecret(inner);
    else watchSecretsIn(inner, names);
  }
}

/** Something that a service wrote, for people and machines that may not know secrets. */
export function watchOutput(text: string): void {
  output.push(text);
}

/** What was found in all that was written so far, which is then forgotten. */
export function takeLeaks(): Leak[] {
  const written = output;
  output = [];
  const forms = formsByStart();
  return written.flatMap((text) => leaksIn(text, forms));
}

type FormsByStart = Map<string, [form: string, text: string][]>;

/** By their first characters, so that looking for thousands costs no more than looking for one. */
function formsByStart(): FormsByStart {
  const byStart: FormsByStart = new Map();
  for (const secret of secrets) {
    for (const [form, text] of formsOf(secret)) {
      const start = text.slice(0, shortest);
      byStart.set(start, [...(byStart.get(start) ?? []), [form, text]]);
    }
  }
  return byStart;
}

function formsOf(secret: string): [form: string, text: string][] {
  const bytes = Buffer.from(secret);
  return [
    ['as it is', secret],
    ['in upper case', secret.toUpperCase()],
    ['in hex', bytes.toString('hex')],
    ['in base64', bytes.toString('base64').replace(/=+$/, '')],
    ['in base64url', bytes.toString('base64url')],
    ['URL-encoded', encodeURIComponent(secret)],
    ['in JSON', JSON.stringify(secret).slice(1, -1)],
  ];
}

function leaksIn(text: string, forms: FormsByStart): Leak[] {
  const leaks: Leak[] = [];
  for (let at = 0; at + shortest <= text.length; at += 1) {
    for (const [form, secret] of forms.get(text.slice(at, at + shortest)) ?? []) {
      if (!text.startsWith(secret, at)) continue;
      const before = text.slice(Math.max(0, at - contextLength), at);
      const after = text.slice(at + secret.length, at + secret.length + contextLength);
      leaks.push({ form, excerpt: `${before}*****${after}` });
      break;
    }
  }
  return leaks;
}
