/** A request as a developer describes it, taken apart. */
export interface DescribedRequest {
  sign: string;
  parameters: { name: string; value: string }[];
  /** The address without its query, if there was one. */
  url: string | null;
}

/**
 * Reads a request from what people paste: a URL, a curl command, a dump of headers and body, a query string, or JSON. The
 * parameters stay in the order in which they were sent. The command line's readRequest reads more strictly.
 */
export function readRequest(text: string): DescribedRequest {
  const pasted = text.trim();
  const sources = isCurl(pasted) ? curlSources(pasted) : [firstLineUrl(pasted), bodyOf(pasted)];
  const url = sources.find(isUrl) ?? null;
  const parameters = sources.flatMap((source) => (isUrl(source) ? formPairs(queryOf(source)) : bodyPairs(source)));
  return {
    sign: parameters.find(({ name }) => name === 'sign')?.value ?? '',
    parameters,
    url: url && withoutQuery(url),
  };
}

function isCurl(text: string): boolean {
  return /^\$?\s*curl\s/.test(text);
}

function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) || /^\/\S*(\?\S*)?$/.test(text);
}

/** Returns the URL and the bodies of a curl command. */
function curlSources(command: string): string[] {
  const words = shellWords(command.replace(/\\\r?\n/g, ' '));
  const sources: string[] = [];
  for (const [at, word] of words.entries()) {
    const option = words[at - 1] ?? '';
    if (/^(-d|--data(-raw|-binary|-ascii|-urlencode)?|--json|-F|--form)$/.test(option)) sources.push(word);
    else if (/^--(data|json)[\w-]*=/.test(word)) sources.push(word.slice(word.indexOf('=') + 1));
    else if (isUrl(word) && !option.startsWith('-H')) sources.push(word);
  }
  return sources;
}

/** Splits a command as a shell does, with its two kinds of quotes. */
function shellWords(command: string): string[] {
  const words = command.matchAll(/(?:\$?'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|((?:[^\s'"\\]|\\.)+))+/g);
  return [...words].map(([word]) =>
    word.replace(
      /\$?'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g,
      (_all, single?: string, double?: string, one?: string) => {
        if (single !== undefined) return single;
        return double === undefined ? (one ?? '') : double.replace(/\\(["\\$`])/g, '$1');
      },
    ),
  );
}

/** Returns the address of a first line such as `GET /baseinfo?… HTTP/1.1`, or a line that is an address; '': there is none. */
function firstLineUrl(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1);
  const found = /^(?:[A-Z]+ )?(\S+)(?: HTTP\/[\d.]+)?$/.exec(line.trim())?.[1] ?? '';
  return isUrl(found) ? found : '';
}

/** Returns what follows the empty line after the headers, or everything if there are no headers. */
function bodyOf(text: string): string {
  const isDump = /^[A-Z]+ \S+ HTTP\/[\d.]+\r?\n/.test(text);
  if (!isDump) return firstLineUrl(text) === '' ? text : '';
  return text
    .split(/\r?\n\r?\n/)
    .slice(1)
    .join('\n')
    .trim();
}

function bodyPairs(body: string): DescribedRequest['parameters'] {
  return body.trimStart().startsWith('{') ? jsonPairs(body) : formPairs(body);
}

/** A number is signed as it was written, so it is taken from the text. */
function jsonPairs(json: string): DescribedRequest['parameters'] {
  const members = json.matchAll(/("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|-?[\d.eE+-]+|true|false)/g);
  return [...members].map(([, name, value]) => ({ name: unquoted(name!), value: unquoted(value!) }));
}

function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1, -1);
  }
}

function formPairs(query: string): DescribedRequest['parameters'] {
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1).replace(/#.*$/, '');
}

function withoutQuery(url: string): string {
  return url.split(/[?#]/, 1)[0]!;
}
