import type { ComponentChild } from 'preact';
import { StatusBadge } from '../../../src/dashboard/parts/badge.js';
import type { Credential, Exchange, HeaderList, RecordedBody } from '../../../src/exchange/exchange.js';
import type { Transcript } from '../../../src/exchange/transcript.js';
import type { Report } from '../report.js';
import { cut, pathOf } from '../terminal-text.js';
import { formatCount } from './page.js';

/** Characters of a URL or a status line. */
const MOST_OF_LINE = 1_000;
const MOST_OF_SUMMARY = 160;

interface ExchangeProps {
  readonly exchange: Exchange;
  /** Characters that are shown of each body, and of all headers of a message. */
  readonly length: number;
  /** Where links lead. */
  readonly id?: string;
}

/** A request and its response, folded. */
export function ExchangeDetails({ exchange, length, id }: ExchangeProps) {
  const { number, request, response, failure, startedMs, endedMs } = exchange;
  return (
    <details class="exchange">
      <summary>
        <span class="number">#{number}</span>{' '}
        <code>{cut(`${request.method} ${pathOf(exchange)}`, MOST_OF_SUMMARY)}</code>{' '}
        <StatusBadge status={response?.status ?? null} none="no response" />{' '}
        <small>
          {senderOf(request.credential)} · {endedMs - startedMs} ms
        </small>
      </summary>
      <div class="sides" id={id}>
        <div>
          <h5>Request</h5>
          <pre>
            {cut(`${request.method} ${request.url}`, MOST_OF_LINE)}
            {'\n'}
            <Headers headers={request.headers} length={length} />
            {request.body !== undefined && (
              <>
                {'\n'}
                <Text text={request.body} length={length} />
              </>
            )}
          </pre>
        </div>
        <div>
          <h5>Response</h5>
          {response === undefined ? (
            <p class="soft">No response: {cut(failure ?? '', MOST_OF_LINE)}.</p>
          ) : (
            <pre>
              HTTP/{response.httpVersion} {response.status} {cut(response.statusText, MOST_OF_LINE)}
              {'\n'}
              <Headers headers={response.headers} length={length} />
              {'\n'}
              <Body body={response.body} length={length} />
            </pre>
          )}
        </div>
      </div>
    </details>
  );
}

function senderOf(credential: Credential): string {
  switch (credential.kind) {
    case 'none':
      return 'without a key';
    case 'unknown':
      return 'key not recorded';
    case 'misplaced':
      return `${credential.name}, ${credential.where === 'basic' ? 'as Basic' : 'in the query'}`;
    case 'bearer':
      return credential.standing === 'made-up' ? `${credential.name}, made up` : credential.name;
  }
}

function Headers({ headers, length }: { readonly headers: HeaderList; readonly length: number }) {
  let left = length;
  const lines = headers.flatMap(([name, value], index) => {
    if (left <= 0) return [];
    const line = (
      <>
        <b key={index}>{cut(name, left)}:</b> {cut(value, Math.max(1, left - name.length))}
        {'\n'}
      </>
    );
    left -= name.length + value.length;
    return [line];
  });
  return (
    <>
      {lines}
      {lines.length < headers.length && <i>… and more headers{'\n'}</i>}
    </>
  );
}

function Body({ body, length }: { readonly body: RecordedBody; readonly length: number }) {
  switch (body.kind) {
    case 'empty':
      return <i>(no body)</i>;
    case 'text':
      return <Text text={body.text} length={length} />;
    case 'binary':
      return <i>({body.bytes} bytes that are not UTF-8 text)</i>;
    case 'missing':
      return <i>(not recorded: {body.why})</i>;
  }
}

function Text({ text, length }: { readonly text: string; readonly length: number }) {
  if (text.length <= length) return <>{text}</>;
  return (
    <>
      {text.slice(0, length)}
      <i> … and {formatCount(text.length - length)} more characters</i>
    </>
  );
}

/** The JSON has all of them. */
const MOST_LINKS = 20;

interface LinksProps {
  readonly numbers: readonly number[];
  /** The exchanges that the page shows. */
  readonly shown: ReadonlySet<number>;
}

/** Links to exchanges; those that the page does not show are only named. */
export function ExchangeLinks({ numbers, shown }: LinksProps) {
  const more = numbers.length - MOST_LINKS;
  return (
    <small class="links">
      {numbers.slice(0, MOST_LINKS).map((number) => (
        <>
          <ExchangeLink number={number} text={`#${number}`} shown={shown} />{' '}
        </>
      ))}
      {more > 0 && `and ${formatCount(more)} more`}
    </small>
  );
}

interface LinkProps {
  readonly number: number;
  readonly text: string;
  readonly shown: ReadonlySet<number>;
}

export function ExchangeLink({ number, text, shown }: LinkProps): ComponentChild {
  return shown.has(number) ? <a href={`#exchange-${number}`}>{text}</a> : text;
}

/** More would make the page too heavy to open. */
const MOST_SHOWN = 250;

/** Returns the exchanges that the page shows, in order: all, or of very many first those that a violation or an observation names. */
export function shownExchanges({ rules, observations }: Report, { exchanges }: Transcript): readonly Exchange[] {
  if (exchanges.length <= MOST_SHOWN) return exchanges;
  const named = [
    ...rules.flatMap(({ violations }) => violations.map(({ exchange }) => exchange)),
    ...observations.flatMap((each) => each.exchanges),
  ];
  const wanted = new Set([...named, ...exchanges.map(({ number }) => number)]);
  const chosen = new Set([...wanted].slice(0, MOST_SHOWN));
  return exchanges.filter(({ number }) => chosen.has(number));
}

/** Characters of all exchanges of one list. */
const ALLOWANCE = 600_000;
/** Headers and body of the request, headers and body of the response. */
const PARTS = 4;

/** Returns how many characters of a body, or of all headers of a message, are shown for a number of exchanges. */
export function lengthFor(count: number): number {
  return Math.min(4_000, Math.floor(ALLOWANCE / PARTS / Math.max(1, count)));
}
