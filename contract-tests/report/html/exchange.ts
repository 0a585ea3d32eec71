import type { Credential } from '../../../src/transcript/credential.js';
import type { Exchange, HeaderList, RecordedBody } from '../../../src/transcript/exchange.js';
import { pathOf } from '../exchange-line.js';
import { html, type Markup } from './markup.js';

/** A request and its answer in full, folded; `bodyLength`: so many characters of a body at most. `id` is where links lead. */
export function exchangeDetails(exchange: Exchange, bodyLength: number, id?: string): Markup {
  const { number, request, answer, failure } = exchange;
  const target = id === undefined ? undefined : html` id="${id}"`;
  return html`<details class="exchange">
<summary><span class="number">#${number}</span> <code>${request.method} ${pathOf(exchange)}</code> ${statusBadge(exchange)} <small>${senderOf(request.credential)} · ${exchange.endedMs - exchange.startedMs} ms</small></summary>
<div class="sides"${target}>
<div><h5>Request</h5><pre>${request.method} ${request.url}
${headerLines(request.headers)}${request.body === undefined ? undefined : ['\n', cutBody(request.body, bodyLength)]}</pre></div>
<div><h5>Answer</h5>${
    answer === undefined
      ? html`<p class="muted">None came: ${failure}.</p>`
      : html`<pre>HTTP/${answer.httpVersion} ${answer.status} ${answer.statusText}
${headerLines(answer.headers)}
${bodyOf(answer.body, bodyLength)}</pre>`
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

function headerLines(headers: HeaderList): Markup[] {
  return headers.map(([name, value]) => html`<b>${name}:</b> ${value}\n`);
}

function bodyOf(body: RecordedBody, length: number): Markup | string {
  switch (body.kind) {
    case 'empty':
      return html`<i>(no body)</i>`;
    case 'text':
      return cutBody(body.text, length);
    case 'binary':
      return html`<i>(${body.bytes} bytes that are no UTF-8)</i>`;
    case 'missing':
      return html`<i>(not known: ${body.why})</i>`;
  }
}

function cutBody(text: string, length: number): Markup | string {
  if (text.length <= length) return text;
  return html`${text.slice(0, length)}<i> … and ${(text.length - length).toLocaleString('en-GB')} characters more</i>`;
}
