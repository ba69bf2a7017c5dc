export const events = [
  'claimed',
  'acknowledged',
  'failed',
  'putBack',
  'acknowledgedLate',
  'abandoned',
  'resend',
  'cancelled',
  'urlRemoved',
  'paused',
] as const;
export type Event = (typeof events)[number];
export type Cells = Record<Event, string>;

/**
 * The state after each event, for a delivery in each state.
 *
 * A state begins with the status: P PENDING, with so many automatic notifications left, C CANCELLED, D DELIVERED,
 * E EXHAUSTED. Then come: w the next automatic one is scheduled, a one was asked for and waits, s an automatic one is
 * being sent, r one that was asked for is being sent, x likewise, and it was cancelled meanwhile.
 *
 * `·` changes nothing, `!` is refused as a CONFLICT, and `-` cannot happen: nothing is being sent.
 */
const table = `
state claimed acknowledged failed putBack acknowledgedLate abandoned resend cancelled urlRemoved paused
P2w   P2s     -            -      -       D                ·         P2wa   C         ·          ·
P2wa  P2wr    -            -      -       Da               ·         ·      C         ·          ·
P2s   ·       D            P1w    P2w     Ds               P1w       P2as   Cs        ·          ·
P2as  ·       Da           P1wa   P2wa    Das              P1wa      ·      Cs        ·          ·
P2wr  ·       D            P2w    P2wa    Dr               P2w       P2war  Cx        ·          ·
P2war ·       Da           P2wa   P2wa    Dar              P2wa      ·      Cx        ·          ·
P1w   P1s     -            -      -       D                ·         P1wa   C         ·          ·
P1wa  P1wr    -            -      -       Da               ·         ·      C         ·          ·
P1s   ·       D            E      P1w     Ds               E         P1as   Cs        ·          ·
P1as  ·       Da           Ea     P1wa    Das              Ea        ·      Cs        ·          ·
P1wr  ·       D            P1w    P1wa    Dr               P1w       P1war  Cx        ·          ·
P1war ·       Da           P1wa   P1wa    Dar              P1wa      ·      Cx        ·          ·
C     ·       -            -      -       D                ·         Ca     ·         ·          ·
Ca    Cr      -            -      -       Da               ·         ·      C         ·          ·
Cs    ·       D            C      C       Ds               C         Cas    ·         ·          ·
Cas   ·       Da           Ca     Ca      Das              Ca        ·      Cs        ·          ·
Cr    ·       D            C      Ca      Dr               C         Car    Cx        ·          ·
Car   ·       Da           Ca     Ca      Dar              Ca        ·      Cx        ·          ·
Cx    ·       D            C      C       Dx               C         Cax    ·         ·          ·
Cax   ·       Da           Ca     Ca      Dax              Ca        ·      Cx        ·          ·
D     ·       -            -      -       ·                ·         Da     !         ·          ·
Da    Dr      -            -      -       ·                ·         ·      D         ·          ·
Ds    ·       D            D      D       ·                D         Das    ·         ·          ·
Das   ·       Da           Da     Da      ·                Da        ·      Ds        ·          ·
Dr    ·       D            D      Da      ·                D         Dar    Dx        ·          ·
Dar   ·       Da           Da     Da      ·                Da        ·      Dx        ·          ·
Dx    ·       D            D      D       ·                D         Dax    ·         ·          ·
Dax   ·       Da           Da     Da      ·                Da        ·      Dx        ·          ·
E     ·       -            -      -       D                ·         Ea     !         ·          ·
Ea    Er      -            -      -       Da               ·         ·      E         ·          ·
Er    ·       D            E      Ea      Dr               E         Ear    Ex        ·          ·
Ear   ·       Da           Ea     Ea      Dar              Ea        ·      Ex        ·          ·
Ex    ·       D            E      E       Dx               E         Eax    ·         ·          ·
Eax   ·       Da           Ea     Ea      Dax              Ea        ·      Ex        ·          ·
`;

/** The table by state, each with what every event makes of it. */
export const deliveryTable: ReadonlyMap<string, Cells> = readTable();

function readTable(): Map<string, Cells> {
  const [head, ...lines] = table.trim().split('\n');
  const [, ...columns] = head!.split(/ +/) as [string, ...Event[]];
  return new Map(
    lines.map((line) => {
      const [state, ...cells] = line.split(/ +/) as [string, ...string[]];
      return [state, Object.fromEntries(cells.map((cell, index) => [columns[index]!, cell])) as Cells];
    }),
  );
}

/** Returns the events that lead to each state. At first an attempt is lost, whose worker may come back. */
export function pathsOf(states: ReadonlyMap<string, Cells>): Map<string, Event[]> {
  const paths = new Map<string, Event[]>([['P2w', ['claimed', 'abandoned']]]);
  for (const [state, path] of paths) {
    for (const [event, next] of Object.entries(states.get(state)!)) {
      if (!paths.has(next) && states.has(next)) paths.set(next, [...path, event as Event]);
    }
  }
  return paths;
}
