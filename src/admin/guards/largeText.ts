import { Extensions } from 'type-graphql';

export interface TextExtensions {
  longestBytes?: number;
}

/** Marks a text that can be long, so that limitCost prices it. `longestBytes` is what it can take in an answer. */
export function LargeText(longestBytes: number): MethodDecorator & PropertyDecorator {
  return Extensions({ longestBytes } satisfies TextExtensions);
}

/** A record of at most a few hundred characters, each of which may be escaped twice. */
export const requestBodyBytes = 4 * 1024;

/** 4 KiB are kept, of which each byte takes six when it is a control character. */
export const responseBodyBytes = 24 * 1024;
