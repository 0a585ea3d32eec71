import type { ReplayOptions, RequestDetail } from '../../admin/schemas/requests.js';

/** Neither is a pseudonym. */
export const AS_SENT = '';
export const NO_KEY = 'none';

/** A request as text, to be edited. */
export interface Draft {
  readonly method: string;
  readonly target: string;
  /** A pseudonym, {@link AS_SENT} or {@link NO_KEY}. */
  readonly key: string;
  readonly headers: string;
  readonly body: string;
}

/** The key is chosen, and nobody edits the length of a body. */
const NOT_EDITED = /^(?:authorization|content-length)$/i;

/** Returns a request as it is edited. */
export function draftOf({ line, request }: RequestDetail): Draft {
  const shown = request.headers.filter(([name = '']) => !NOT_EDITED.test(name));
  return {
    method: line.method,
    target: line.target,
    key: AS_SENT,
    headers: shown.map((pair) => pair.join(': ')).join('\n'),
    body: request.body ?? '',
  };
}

/** Returns what was changed in a request. The server has the rest, with its secrets. */
export function changesOf(detail: RequestDetail, { method, target, key, headers, body }: Draft): ReplayOptions {
  const before = draftOf(detail);
  const notEdited = detail.request.headers.filter(([name = '']) => NOT_EDITED.test(name));
  return {
    ...(method !== before.method && { method }),
    ...(target !== before.target && { target }),
    ...(key !== AS_SENT && { key: key === NO_KEY ? null : key }),
    ...(headers !== before.headers && { headers: [...readHeaders(headers), ...notEdited] }),
    ...(body !== before.body && { body: body === '' ? null : body }),
  };
}

function readHeaders(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [name = '', ...value] = line.split(':');
    return [name.trim(), value.join(':').trim()];
  });
}
