import type { Credential } from '../../../src/transcript/credential.js';
import type { Exchange, HeaderList, RecordedBody } from '../../../src/transcript/exchange.js';
import { pathOf } from '../exchange-line.js';
import { cut } from '../wrap.js';
import { html, type Markup } from './markup.js';

/** Of a URL, and of what stands in one line. */
const MOST_OF_LINE = 1_000;
const MOST_OF_SUMMARY = 160;

/** A request and its answer, folded; `length`: so many characters of each body, and of all headers, at most. `id` is where links lead. */
export function exchangeDetails(exchange: Exchange, length: number, id?: string): Markup {
  const { number, request, answer, failure } = exchange;
  const target = id === undefined ? undefined : html` id="${id}"`;
  return html`<details class="exchange">
<summary><span class="number">#${number}</span> <code>${cut(`${request.method} ${pathOf(exchange)}`, MOST_OF_SUMMARY)}</code> ${statusBadge(exchange)} <small>${senderOf(request.credential)} · ${exchange.endedMs - exchange.startedMs} ms</small></summary>
<div class="sides"${target}>
<div><h5>Request</h5><pre>${cut(`${request.method} ${request.url}`, MOST_OF_LINE)}
${headerLines(request.headers, length)}${request.body === undefined ? undefined : ['\n', cutBody(request.body, length)]}</pre></div>
<div><h5>Answer</h5>${
    answer === undefined
      ? html`<p class="muted">None came: ${cut(failure ?? '', MOST_OF_LINE)}.</p>`
      : html`<pre>HTTP/${answer.httpVersion} ${answer.status} ${cut(answer.statusText, MOST_OF_LINE)}
${headerLines(answer.headers, length)}
${bodyOf(answer.body, length)}</pre>`
  }</div>
</div>
</details>`;
}

function statusBadge({ answer }: Exchange): Markup {
  return html`<span class="status ${statusClass(answer?.status)}">${answer?.status ?? 'no answer'}</span>`;
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
