import type { RequestDetail } from '../../admin/schemas/requests.js';

const NONE = 'No body.';

/** Says why there is no body of a request to show. The journal leaves out what is too large; its length is told all the same. */
export function whyNoSentBody({ headers }: RequestDetail['request']): string {
  const wasSent = headers.some(([name = '', value]) => {
    const lower = name.toLowerCase();
    return lower === 'transfer-encoding' || (lower === 'content-length' && Number(value) > 0);
  });
  return wasSent ? 'The body is too large to be kept.' : NONE;
}

/** Says why there is no body of an answer to show. */
export function whyNoAnsweredBody({ whyNoBody }: NonNullable<RequestDetail['answer']>): string {
  return whyNoBody === null ? NONE : `There is no body to show: ${whyNoBody}.`;
}
