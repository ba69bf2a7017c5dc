/** Why an error comes, and what to do about it. */
export interface Explanation {
  cause: string;
  fix: string;
}
