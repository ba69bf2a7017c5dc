/** The cause of an error, and what to do about it. */
export interface Explanation {
  cause: string;
  fix: string;
}
