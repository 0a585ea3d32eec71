import { type StatementId, statements } from '../spec/statements.js';

/** The sentence of the document, after its section: `§8.1 “Every API response …”`. */
export function statementLine(id: StatementId): string {
  const { section, sentence } = statements[id];
  return `§${section} “${sentence}”`;
}
