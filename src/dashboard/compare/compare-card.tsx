import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useRoom } from '../live/live.js';
import { ErrorNotice } from '../parts/card.js';
import { Button, Check } from '../parts/controls.js';
import { countOf } from '../parts/format.js';
import { zone } from '../parts/shown-time.js';
import { useLoaded } from '../parts/use-loaded.js';
import { addressOf, openRequest } from '../requests/open-request.js';
import { type ComparedPart, type ComparedRow, compareExchanges, type Gap, withoutEqual } from './compare-exchanges.js';

/** More rows make the page slow. */
const MOST_ROWS = 1_000;

/** Two exchanges side by side. Escape returns to the list. */
export function CompareCard({ numbers: [left, right] }: { readonly numbers: readonly [number, number] }) {
  const { client } = useRoom().live;
  const heading = useRef<HTMLHeadingElement>(null);
  const [isAll, setAll] = useState(false);
  const { value, problem } = useLoaded(
    () => Promise.all([client.requests.get({ number: left }), client.requests.get({ number: right })]),
    [client, left, right],
  );
  const parts = useMemo(() => (value === undefined ? [] : compareExchanges(...value)), [value, zone()]);
  const differences = parts.flatMap(({ rows }) => rows.filter(({ isSame }) => !isSame)).length;
  useLayoutEffect(() => {
    heading.current?.focus();
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && openRequest(undefined);
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <section class="card compare" aria-labelledby="compare-title">
      <header class="card-head exchange-head">
        <h2 id="compare-title" ref={heading} tabIndex={-1}>
          Requests #{left} and #{right}
        </h2>
        <Button kind="quiet" isSmall isSquare aria-label="Close (Escape)" onClick={() => openRequest(undefined)}>
          ✕
        </Button>
      </header>
      <div class="compare-body">
        <div class="row">
          <span role="status">{value !== undefined && wordsOf(differences)}</span>
          <Check isChecked={isAll} onCheck={setAll}>
            Show equal lines
          </Check>
        </div>
        <ErrorNotice message={problem} />
        {value === undefined && problem === undefined && <p class="soft">Loading the exchanges…</p>}
        {parts.map((part) => (
          <Part key={part.title} {...part} numbers={[left, right]} isAll={isAll} />
        ))}
      </div>
    </section>
  );
}

function wordsOf(differences: number): string {
  if (differences === 0) return 'No differences';
  return differences === 1 ? '1 difference' : `${countOf(differences)} differences`;
}

interface PartProps extends ComparedPart {
  readonly numbers: readonly [number, number];
  readonly isAll: boolean;
}

function Part({ title, rows, numbers, isAll }: PartProps) {
  const [isLong, setLong] = useState(false);
  const shown: readonly (ComparedRow | Gap)[] = useMemo(() => (isAll ? rows : withoutEqual(rows)), [rows, isAll]);
  const cut = isLong ? shown : shown.slice(0, MOST_ROWS);
  if (rows.length === 0) return null;
  if (!isAll && rows.every(({ isSame }) => isSame)) return <p class="soft small">{title}: equal.</p>;
  const isNamed = rows.some(({ name }) => name !== undefined);
  return (
    <section class="exchange-part" aria-label={title}>
      <h3>{title}</h3>
      <table class={isNamed ? 'compare-rows mono' : 'compare-rows is-body mono'}>
        <thead>
          <tr>
            {isNamed && <th scope="col">Name</th>}
            {numbers.map((number, index) => (
              <th scope="col" key={number}>
                <span aria-hidden="true">{index === 0 ? '−' : '+'} </span>
                <a href={addressOf(number)}>#{number}</a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cut.map((row, index) =>
            'equal' in row ? (
              <tr key={index} class="compare-gap">
                <td colSpan={isNamed ? 3 : 2}>
                  {row.equal === 1 ? '1 equal line' : `${countOf(row.equal)} equal lines`}
                </td>
              </tr>
            ) : (
              <Row key={index} row={row} isNamed={isNamed} />
            ),
          )}
        </tbody>
      </table>
      {cut.length < shown.length && (
        <Button isSmall onClick={() => setLong(true)}>
          Show all {countOf(shown.length)} lines
        </Button>
      )}
    </section>
  );
}

function Row({
  row: { name, left, right, isSame },
  isNamed,
}: {
  readonly row: ComparedRow;
  readonly isNamed: boolean;
}) {
  return (
    <tr class={isSame ? 'is-same' : 'is-different'}>
      {isNamed && <th scope="row">{name}</th>}
      <td class={left === undefined ? 'is-missing' : 'is-failed'}>{left ?? <span class="sr-only">nothing</span>}</td>
      <td class={right === undefined ? 'is-missing' : 'is-ok'}>{right ?? <span class="sr-only">nothing</span>}</td>
    </tr>
  );
}
