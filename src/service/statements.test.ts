import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { documentTitle, headingOf, sections } from './sections.js';
import { statementIds, statements } from './statements.js';

const documentFile = new URL('../../../shared/spec/petstore-inventory-service.md', import.meta.url);
const document = existsSync(documentFile) ? readFileSync(documentFile, 'utf8') : undefined;
const title = document === undefined ? 'skipped: the document does not lie beside this repository' : 'in the document';

test('the ids are those that rules and reports have quoted so far', () => {
  expect(statementIds).toMatchSnapshot();
});

test('every id has a subject and a promise in kebab-case', () => {
  for (const id of statementIds) expect(id).toMatch(/^[a-z]+(?:-[a-z]+)*\.[a-z0-9]+(?:-[a-z0-9]+)*$/);
});

test('every statement has an existing section', () => {
  for (const { section } of Object.values(statements)) {
    expect(sections.has(headingOf(section))).toBe(true);
  }
});

test('clients must send their key and back off, and nothing else', () => {
  expect(statementIds.filter((id) => statements[id].party === 'client')).toEqual([
    'auth.client-sends-key-as-bearer',
    'limits.client-backs-off-until-retry-after',
    'limits.client-backs-off-exponentially',
  ]);
});

describe.skipIf(document === undefined)(title, () => {
  const passages = readPassages(document ?? '');

  test('the title and the sections have the headings of the document', () => {
    expect(document?.split('\n', 1)).toEqual([`# ${documentTitle}`]);
    const headings = [...(document ?? '').matchAll(/^#{2,3} (\d+(?:\.\d+)?)\.? (.+)$/gm)];
    expect([...sections]).toEqual(headings.map(([, number, text]) => [number, text]));
  });

  test.each(statementIds)('%s is verbatim in its section', (id) => {
    const { section, sentence } = statements[id];
    const inSection = passages.filter((passage) => passage.section === section);
    expect(inSection.some(({ text }) => text.includes(sentence))).toBe(true);
  });

  test('statements are in the order of the document', () => {
    const places = statementIds.map((id) => {
      const { section, sentence } = statements[id];
      const index = passages.findIndex((passage) => passage.section === section && passage.text.includes(sentence));
      return index * 10_000 + (passages[index]?.text.indexOf(sentence) ?? 0);
    });
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test('text that is not a statement has no id', () => {
    const rest = passages.flatMap(({ section, text }) => {
      const left = statementIds
        .filter((id) => statements[id].section === section)
        .reduce((remaining, id) => remaining.replace(statements[id].sentence, ''), text)
        .trim();
      return left === '' ? [] : [`§${section} ${left}`];
    });
    expect(rest).toMatchInlineSnapshot(`
      [
        "§ This document covers the whole service: the inventory operations, their shared schemas, authentication, errors, rate limits and versioning. It is the only document.",
        "§1 Its documented part is stock control for pets.",
        "§1 They are named only in passing (see section 4).",
        "§1 A separate quickstart example shows a message-sending call (see section 4.3).",
        "§2.3 Bounds of quantity: not shown.",
        "§2.5 Fields of pet and order records: not shown.",
        "§3 Transitions: not shown.",
        "§3 Other values of the message status: not shown.",
        "§4.2 Path parameter:",
        "§4.3 Its relation to {base_url} is stated nowhere.",
        "§4.4 Request and response shapes of these two operations: not shown.",
        "§5 Key lifetime and scopes: not shown.",
        "§6 Events: not shown.",
        "§7 Error code values: not shown.",
        "§8 Rules:",
        "§8 Duration of the temporary ban: not shown.",
        "§8 Format of the \`Retry-After\` value: not shown.",
        "§9 Sunset date of the deprecated operation: not shown.",
      ]
    `);
  });
});

interface Passage {
  readonly section: string;
  /** A line of prose, a list item or a table row as statements quote it. */
  readonly text: string;
}

function readPassages(markdown: string): Passage[] {
  const passages: Passage[] = [];
  let heading = '';
  let columns: string[] | undefined;
  for (const line of markdown.split('\n')) {
    heading = /^#{2,3} (\d+(?:\.\d+)?)/.exec(line)?.[1] ?? heading;
    if (!line.startsWith('|')) columns = undefined;
    if (line.trim() === '' || line.startsWith('#') || line.startsWith('|---')) continue;
    if (line.startsWith('|')) {
      const cells = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      if (columns === undefined) columns = cells;
      else passages.push({ section: heading, text: quoteRow(columns, cells) });
      continue;
    }
    const [, rule, text = line] = /^(?:- |(\d+)\. )(.+)$/.exec(line) ?? [];
    passages.push({ section: rule === undefined ? heading : `${heading}.${rule}`, text });
  }
  return passages;
}

function quoteRow(columns: readonly string[], cells: readonly string[]): string {
  const quoted = cells.flatMap((cell, index) => (cell === '-' ? [] : [`${columns[index]}: ${cell}`]));
  return quoted.join('; ');
}
