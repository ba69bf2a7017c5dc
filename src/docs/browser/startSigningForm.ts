import { canonicalString, compareBytes, encode } from '../../rules/signing/canonicalString.ts';
import { hmacSha256 } from './hmacSha256.ts';
import { readLines, type ReadLines } from './readLines.ts';

/** Shows each step of signing while the reader types. Nothing leaves the page, and nothing is kept. */
export function startSigningForm(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('#signing-form');
  if (!form) return;
  const field = (name: string) => form.querySelector<HTMLInputElement>(`#sign-${name}`)!;
  const [parameters, secret, presented, example] = ['parameters', 'secret', 'presented', 'example'].map(field) as [
    HTMLInputElement,
    HTMLInputElement,
    HTMLInputElement,
    HTMLInputElement,
  ];
  const show = (name: string, text: string | undefined) => {
    const element = field(name);
    element.textContent = text ?? '';
    element.hidden = text === undefined;
  };

  const update = async () => {
    const read = readLines(parameters.value);
    show('problem', describeProblem(read, form.dataset));
    const sorted = [...read.parameters].toSorted(([a], [b]) => compareBytes(a, b));
    const canonical = canonicalString(read.parameters);
    show('step-1', sorted.map(([name, value]) => `${name} = ${value}`).join('\n'));
    show('step-2', sorted.map(([name, value]) => `${encode(name)} = ${encode(value)}`).join('\n'));
    show('step-3', canonical);
    const given = secret.value;
    // A copied secret often has a space at its end, which cannot be seen.
    show('secret-warning', /\s/.test(given) ? form.dataset['secretSpace'] : undefined);
    if (given === '' || canonical === '') {
      show('step-4', form.dataset['noSecret']);
      show('verdict', undefined);
      return;
    }
    const signature = await hmacSha256(canonical, given);
    // The reader has typed on meanwhile.
    if (given !== secret.value || canonical !== canonicalString(readLines(parameters.value).parameters)) return;
    show('step-4', signature ?? form.dataset['insecure']);
    const compared = presented.value.trim().toLowerCase();
    const verdict = compared === signature ? 'same' : 'different';
    show('verdict', compared === '' || signature === null ? undefined : form.dataset[verdict]);
  };

  example.addEventListener('change', () => {
    const option = (example as unknown as HTMLSelectElement).selectedOptions[0];
    parameters.value = option?.value ?? '';
    secret.value = option?.dataset['secret'] ?? '';
    void update();
  });
  form.addEventListener('input', () => void update());
  form.addEventListener('submit', (event) => event.preventDefault());
  form.hidden = false;
  page.querySelector<HTMLElement>('#sign-needs-script')!.hidden = true;
  void update();
}

function describeProblem({ problem }: ReadLines, messages: DOMStringMap): string | undefined {
  return problem && `${messages[problem.kind] ?? ''}${problem.text}`;
}
