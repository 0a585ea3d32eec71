import { type ComponentChild, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Exchange, RecordedBody } from '../../../src/exchange/exchange.js';
import type { Transcript } from '../../../src/exchange/transcript.js';
import type { Report } from '../report.js';
import { cut, pathOf } from '../terminal-text.js';

interface Shown {
  readonly transcript: Transcript;
  /** The exchanges that the page shows, and links may lead to. */
  readonly numbers: ReadonlySet<number>;
}

/** What a page shows of its transcript. */
export const ShownContext = createContext<Shown>({ transcript: { exchanges: [], run: undefined }, numbers: new Set() });

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

/** Characters of a body, and of all headers of a message. A page has at most some hundred exchanges. */
const MOST_OF_PART = 2_000;
/** Characters of a URL or a status line. */
const MOST_OF_LINE = 1_000;
const MOST_OF_SUMMARY = 160;

/** A request and its response, folded. Links lead here. */
export function ExchangeDetails({ exchange }: { readonly exchange: Exchange }) {
  const { number, request, response, failure, startedMs, endedMs } = exchange;
  const status = response?.status;
  return (
    <details class="exchange">
      <summary>
        <span class="number">#{number}</span>{' '}
        <code>{cut(`${request.method} ${pathOf(exchange)}`, MOST_OF_SUMMARY)}</code>{' '}
        <span class={`badge badge-status is-${toneOf(status)}`}>{status ?? 'no response'}</span>{' '}
        <small>{endedMs - startedMs} ms</small>
      </summary>
      <div class="sides" id={`exchange-${number}`}>
        <div>
          <h5>Request</h5>
          <Message line={`${request.method} ${request.url}`} headers={request.headers}>
            {request.body === undefined ? null : <Text text={request.body} />}
          </Message>
        </div>
        <div>
          <h5>Response</h5>
          {response === undefined ? (
            <p class="soft">No response: {cut(failure ?? '', MOST_OF_LINE)}.</p>
          ) : (
            <Message
              line={`HTTP/${response.httpVersion} ${response.status} ${response.statusText}`}
              headers={response.headers}
            >
              <Body body={response.body} />
            </Message>
          )}
        </div>
      </div>
    </details>
  );
}

/** Without a status there was no response. The style sheet has a class for each tone. */
function toneOf(status: number | undefined): string {
  if (status === undefined) return 'broken';
  if (status === 429) return 'limited';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}

interface MessageProps {
  readonly line: string;
  readonly headers: Exchange['request']['headers'];
  readonly children: ComponentChild;
}

function Message({ line, headers, children }: MessageProps) {
  return (
    <pre>
      {cut(line, MOST_OF_LINE)}
      {'\n'}
      <Text text={headers.map(([name, value]) => `${name}: ${value}\n`).join('')} />
      {children !== null && '\n'}
      {children}
    </pre>
  );
}

function Body({ body }: { readonly body: RecordedBody }) {
  switch (body.kind) {
    case 'empty':
      return <i>(no body)</i>;
    case 'text':
      return <Text text={body.text} />;
    case 'binary':
      return <i>({body.bytes} bytes that are not UTF-8 text)</i>;
    case 'missing':
      return <i>(not recorded: {body.why})</i>;
  }
}

function Text({ text }: { readonly text: string }) {
  if (text.length <= MOST_OF_PART) return <>{text}</>;
  return (
    <>
      {text.slice(0, MOST_OF_PART)}
      <i> … and {formatCount(text.length - MOST_OF_PART)} more characters</i>
    </>
  );
}

/** The JSON has all of them. */
const MOST_LINKS = 20;

/** Links to exchanges. */
export function ExchangeLinks({ numbers }: { readonly numbers: readonly number[] }) {
  const more = numbers.length - MOST_LINKS;
  return (
    <small class="links">
      {numbers.slice(0, MOST_LINKS).map((number) => (
        <>
          <ExchangeLink number={number} text={`#${number}`} />{' '}
        </>
      ))}
      {more > 0 && `and ${formatCount(more)} more`}
    </small>
  );
}

/** A link to an exchange; only its text if the page does not show the exchange. */
export function ExchangeLink({ number, text }: { readonly number: number; readonly text: string }): ComponentChild {
  const { numbers } = useContext(ShownContext);
  return numbers.has(number) ? <a href={`#exchange-${number}`}>{text}</a> : text;
}

/** A count with separators between thousands: `12,345`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-GB');
}
