import type { Exchange, RecordedBody } from '../../../src/exchange/exchange.js';
import type { Transcript } from '../../../src/exchange/transcript.js';
import type { Report } from '../report.js';
import { cut, pathOf } from '../terminal-text.js';
import { type Markup, markup, type Part } from './markup.js';

export interface Shown {
  readonly transcript: Transcript;
  readonly numbers: ReadonlySet<number>;
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

/** Characters of a body, and of all headers of a message. A page has at most some hundred exchanges. */
const MOST_OF_PART = 2_000;
/** Characters of a URL or a status line. */
const MOST_OF_LINE = 1_000;
const MOST_OF_SUMMARY = 160;

export function exchangeDetails(exchange: Exchange): Markup {
  const { number, request, response, failure, startedMs, endedMs } = exchange;
  const status = response?.status;
  const requestLine = `${request.method} ${request.url}`;
  const received =
    response === undefined
      ? markup`<p class="soft">No response: ${cut(failure ?? '', MOST_OF_LINE)}.</p>`
      : message(`HTTP/${response.httpVersion} ${response.status} ${response.statusText}`, response.headers, [
          '\n',
          bodyOf(response.body),
        ]);
  return markup`
    <details class="exchange">
      <summary>
        <span class="number">#${number}</span> <code>${cut(`${request.method} ${pathOf(exchange)}`, MOST_OF_SUMMARY)}</code> 
        <span class="badge badge-status is-${toneOf(status)}">${status ?? 'no response'}</span> <small>${endedMs - startedMs} ms</small>
      </summary>
      <div class="sides" id="exchange-${number}">
        <div>
          <h5>Request</h5>
          ${message(requestLine, request.headers, request.body === undefined ? '' : ['\n', long(request.body)])}
        </div>
        <div>
          <h5>Response</h5>
          ${received}
        </div>
      </div>
    </details>`;
}

/** Without a status there was no response. The style sheet has a class for each tone. */
function toneOf(status: number | undefined): string {
  if (status === undefined) return 'broken';
  if (status === 429) return 'limited';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}

function message(line: string, headers: Exchange['request']['headers'], body: Part): Markup {
  const lines = headers.map(([name, value]) => `${name}: ${value}\n`).join('');
  return markup`<pre>${cut(line, MOST_OF_LINE)}${'\n'}${long(lines)}${body}</pre>`;
}

function bodyOf(body: RecordedBody): Markup {
  switch (body.kind) {
    case 'empty':
      return markup`<i>(no body)</i>`;
    case 'text':
      return long(body.text);
    case 'binary':
      return markup`<i>(${body.bytes} bytes that are not UTF-8 text)</i>`;
    case 'missing':
      return markup`<i>(not recorded: ${body.why})</i>`;
  }
}

function long(text: string): Markup {
  const more = text.length - MOST_OF_PART;
  if (more <= 0) return markup`${text}`;
  return markup`${text.slice(0, MOST_OF_PART)}<i> … and ${formatCount(more)} more characters</i>`;
}

/** The JSON has all of them. */
const MOST_LINKS = 20;

export function exchangeLinks(numbers: readonly number[], shown: Shown): Markup {
  const links = numbers.slice(0, MOST_LINKS).map((number) => [exchangeLink(number, `#${number}`, shown), ' ']);
  const more = numbers.length - MOST_LINKS;
  return markup`<small class="links">${links}${more > 0 && `and ${formatCount(more)} more`}</small>`;
}

export function exchangeLink(number: number, text: string, { numbers }: Shown): Part {
  return numbers.has(number) ? markup`<a href="#exchange-${number}">${text}</a>` : text;
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-GB');
}
