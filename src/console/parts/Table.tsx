import type { ReactNode } from 'react';
import { ForeignText } from './ForeignText.tsx';
import { asPlainText } from './unseenCharacters.ts';

/** A column of a table: its name, and how it shows a row. */
export interface Column<Row> {
  /** Stands above the cells, or beside each of them where the rows are cards. */
  name: string;
  /** True: only screen readers are told the name, since each cell says it itself. */
  isNameUnseen?: boolean;
  /** True: its cells name their rows. */
  isRowName?: boolean;
  /** The classes of its cells. Numbers are on the right, as is their name. A `headline` is in the first line of a card. */
  look?: string;
  /** The whole text of a cell that may be cut off, for the tooltip. */
  whole?(row: Row): string;
  cell(row: Row): ReactNode;
}

interface TableParts<Row> {
  /** The name of the table, unless a heading has it. */
  label?: string;
  /** The id of the heading that names the table. */
  labelledBy?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
}

/**
 * A row for each thing, which the width of a telephone makes a card. The roles are written down, since browsers take them from
 * the tags only as long as these are shown as a table.
 */
export function Table<Row>({ label, labelledBy, columns, rows, keyOf }: TableParts<Row>) {
  const names = { 'aria-label': label, 'aria-labelledby': labelledBy };
  return (
    <div className="scroll" role="group" {...names} tabIndex={0}>
      <table role="table" {...names}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ name, isNameUnseen, look }) => (
              <th key={name} role="columnheader" scope="col" className={isNumber(look) ? 'number' : undefined}>
                {isNameUnseen ? <span className="unseen">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {columns.map((column) => (
                <Cell key={column.name} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { name, isNameUnseen, isRowName, look, whole, cell } = column;
  const content = cell(row);
  // A text is one that somebody else may have written.
  const shown = typeof content === 'string' ? <ForeignText text={content} /> : content;
  const parts = {
    className: look,
    title: whole && asPlainText(whole(row)),
    'data-name': isNameUnseen ? undefined : name,
    'data-nothing': content === '–' ? true : undefined,
    children: whole ? <span className="cut">{shown}</span> : shown,
  };
  return isRowName ? <th role="rowheader" scope="row" {...parts} /> : <td role="cell" {...parts} />;
}

function isNumber(look = ''): boolean {
  return look.split(' ').includes('number');
}
