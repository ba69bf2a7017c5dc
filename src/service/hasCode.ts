/** Whether it is an error of Node's or PostgreSQL's with this code, such as ENOENT or 3D000. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
