/** Why a text cannot be the URL of a database, without a word of it; null: it can. */
export function problemOfDatabaseUrl(text: string): string | null {
  if (!/^postgres(ql)?:\/\/./.test(text)) return expected;
  if (isCutShort(text)) return `${expected}; ${writtenInPassword}`;
  return URL.canParse(text) ? null : expected;
}

const expected = 'expected postgresql://user:password@host:port/database';
const writtenInPassword = 'in a password # is written %23, / %2F, ? %3F, @ %40 and % %25';

/** Each of #, / and ? ends what stands before the host: the host is then the user, and the port the password. */
function isCutShort(text: string): boolean {
  const [, authority = '', rest = ''] = /^\w+:\/\/([^/?#]*)(.*)$/s.exec(text) ?? [];
  return !authority.includes('@') && rest.includes('@') && !/[?&](user|password|host)=/.test(rest);
}

/**
 * What to think of when the server does not know the user, the password, the host or the database: % and what follows it
 * may have been read as another character, and @ and / in a password make a part of it the host.
 */
export function hintAtPassword(databaseUrl: string): string | null {
  const [, userAndPassword = '', path = ''] = /^\w+:\/\/(?:([^/?#]*)@)?([^?#]*)/.exec(databaseUrl) ?? [];
  return userAndPassword.includes('%') || path.includes('@') ? `${capital(writtenInPassword)}.` : null;
}

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}
