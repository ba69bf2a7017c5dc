/** Returns why a text cannot be the URL of a database, and quotes nothing of it; null: it can. */
export function problemOfDatabaseUrl(text: string): string | null {
  if (!/^postgres(ql)?:\/\/./.test(text)) return expected;
  if (isCutShort(text)) return `${expected}; ${writtenInPassword}`;
  return URL.canParse(text) ? null : expected;
}

const expected = 'expected postgresql://user:password@host:port/database';
const writtenInPassword = 'in a password # is written %23, / %2F, ? %3F, @ %40 and % %25';

/**
 * Says whether the password is cut short. Each of #, / and ? ends the user and password. The user is then read as the
 * host, and the password as the port.
 */
function isCutShort(text: string): boolean {
  const [, authority = '', rest = ''] = /^\w+:\/\/([^/?#]*)(.*)$/s.exec(text) ?? [];
  return !authority.includes('@') && rest.includes('@') && !/[?&](user|password|host)=/.test(rest);
}

/**
 * Returns a hint for when the server does not know the user, the password, the host or the database: % and the digits after it
 * may have been read as another character, and after @ or / the rest of a password is read as the host.
 */
export function hintAtPassword(databaseUrl: string): string | null {
  const [, userAndPassword = '', path = ''] = /^\w+:\/\/(?:([^/?#]*)@)?([^?#]*)/.exec(databaseUrl) ?? [];
  return userAndPassword.includes('%') || path.includes('@') ? `${capital(writtenInPassword)}.` : null;
}

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}
