import { readFileSync } from 'node:fs';

/** The fixed cases of signing that developers read in docs/test-vectors.json. */
export const testVectors = JSON.parse(
  readFileSync(new URL('../../docs/test-vectors.json', import.meta.url), 'utf8'),
) as { requests: RequestVector[]; messages: MessageVector[] };

export interface RequestVector {
  case: string;
  method: 'GET' | 'POST';
  path: string;
  secret: string;
  parameters: Record<string, string>;
  canonicalString: string;
  sign: string;
}

export interface MessageVector {
  case: string;
  kind: 'response' | 'callback';
  /** True: a verification with these secrets must accept it. */
  genuine: boolean;
  secrets: string[];
  /** The header Openplug-Previous-Sign; empty: there is none. */
  previousSign: string;
  /** The exact text that arrives. */
  body: string;
  canonicalString: string;
}
