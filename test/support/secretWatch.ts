/** A secret that a test used, found in something that the service wrote. */
export interface Leak {
  /** The form in which it was written. */
  form: string;
  /** The text around it, without the secret. */
  excerpt: string;
}

/** The length of the shortest secret that is watched: shorter ones cannot be told from other text. */
const shortest = 16;
const contextLength = 60;

/** The secrets that this test file uses. Each file has its own copy of this module. */
const secrets = new Set<string>();
let output: string[] = [];

/** Watches a secret: until the test file ends, nothing that the service writes, or has written, may contain it. */
export function watchSecret(...values: (string | undefined)[]): void {
  for (const value of values) if (value !== undefined && value.length >= shortest) secrets.add(value.toWellFormed());
}

/** Watches the values of all properties with these names, however deep. */
export function watchSecretsIn(value: unknown, names: readonly string[]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (names.includes(name) && typeof inner === 'string') watchSecret(inner);
    else watchSecretsIn(inner, names);
  }
}

/** Takes in what a service wrote for people and machines that may not know secrets. */
export function watchOutput(text: string): void {
  output.push(text);
}

/** Returns the leaks in all output so far, which is then forgotten. */
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
