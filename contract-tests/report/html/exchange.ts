import type { Credential, Exchange, HeaderList, RecordedBody } from '../../../src/exchange/exchange.js';
import type { Transcript } from '../../../src/exchange/transcript.js';
import type { Report } from '../report.js';
import { cut, pathOf } from '../terminal-text.js';
import { html, type Markup } from './markup.js';

/** Of a URL, and of what stands in one line. */
const MOST_OF_LINE = 1_000;
const MOST_OF_SUMMARY = 160;

/** A request and its answer, folded; `length`: so many characters of each body, and of all headers, at most. `id` is where links lead. */
export function exchangeDetails(exchange: Exchange, length: number, id?: string): Markup {
  const { number, request, response, failure } = exchange;
  const target = id === undefined ? undefined : html` id="${id}"`;
  return html`<details class="exchange">
<summary><span class="number">#${number}</span> <code>${cut(`${request.method} ${pathOf(exchange)}`, MOST_OF_SUMMARY)}</code> ${statusBadge(exchange)} <small>${senderOf(request.credential)} · ${exchange.endedMs - exchange.startedMs} ms</small></summary>
<div class="sides"${target}>
<div><h5>Request</h5><pre>${cut(`${request.method} ${request.url}`, MOST_OF_LINE)}
${headerLines(request.headers, length)}${request.body === undefined ? undefined : ['\n', cutBody(request.body, length)]}</pre></div>
<div><h5>Answer</h5>${
    response === undefined
      ? html`<p class="muted">None came: ${cut(failure ?? '', MOST_OF_LINE)}.</p>`
      : html`<pre>HTTP/${response.httpVersion} ${response.status} ${cut(response.statusText, MOST_OF_LINE)}
${headerLines(response.headers, length)}
${bodyOf(response.body, length)}</pre>`
  }</div>
</div>
</details>`;
}

function statusBadge({ response }: Exchange): Markup {
  return html`<span class="status ${statusClass(response?.status)}">${response?.status ?? 'no answer'}</span>`;
}

/** The class that colours a status. */
export function statusClass(status: number | undefined): string {
  if (status === undefined) return 'no-answer';
  return status === 429 ? 'limited' : `is-${Math.floor(status / 100)}xx`;
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

function headerLines(headers: HeaderList, length: number): Markup[] {
  let left = length;
  return headers.flatMap(([name, value], index) => {
    if (left <= 0) return index === headers.length - 1 ? html`<i>… and headers that are not shown</i>\n` : [];
    const shownName = cut(name, left);
    const shownValue = cut(value, Math.max(1, left - name.length));
    left -= name.length + value.length;
    return html`<b>${shownName}:</b> ${shownValue}\n`;
  });
}

function bodyOf(body: RecordedBody, length: number): Markup | string {
  switch (body.kind) {
    case 'empty':
      return html`<i>(no body)</i>`;
    case 'text':
      return cutBody(body.text, length);
    case 'binary':
      return html`<i>(${body.bytes} bytes that are no text in UTF-8)</i>`;
    case 'missing':
      return html`<i>(not known: ${body.why})</i>`;
  }
}

function cutBody(text: string, length: number): Markup | string {
  if (text.length <= length) return text;
  return html`${text.slice(0, length)}<i> … and ${(text.length - length).toLocaleString('en-GB')} characters more</i>`;
}

/** So many tell enough; all of them stand in the JSON. */
const MOST_LINKS = 20;

/** Links to exchanges; those that the page does not show are only named. */
export function exchangeLinks(numbers: readonly number[], shown: ReadonlySet<number>): Markup {
  const few = numbers.slice(0, MOST_LINKS);
  const more = numbers.length - few.length;
  const links = few.map((number) => html`${exchangeLink(number, `#${number}`, shown)} `);
  return html`<small class="links">${links}${more > 0 ? `and ${more.toLocaleString('en-GB')} more` : undefined}</small>`;
}

export function exchangeLink(number: number, text: string, shown: ReadonlySet<number>): Markup {
  return shown.has(number) ? html`<a href="#exchange-${number}">${text}</a>` : html`${text}`;
}

/** Many more would make the page too heavy to open. */
const MOST_SHOWN = 250;

/** Returns the exchanges that the page shows: all, or of very many first those that a violation or an observation names. In order. */
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

/** What all the exchanges of one list may take, in characters. */
const ALLOWANCE = 600_000;
/** Headers and body of the request, headers and body of the answer. */
const PARTS = 4;

/** Returns how many characters of a body, or of all headers, are shown where so many exchanges are. */
export function lengthFor(count: number): number {
  return Math.min(4_000, Math.floor(ALLOWANCE / PARTS / Math.max(1, count)));
}
