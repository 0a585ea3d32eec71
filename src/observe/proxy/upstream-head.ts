import { endToEnd, type RawHeaders } from './hop-by-hop.js';

/** What `node:http` tells of a request that came in. */
interface IncomingHead {
  readonly method?: string | undefined;
  readonly rawHeaders: RawHeaders;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Node would send these chunked where nothing says how long they are. */
const EXPECTED_TO_BRING_A_BODY = /^(?!(?:GET|HEAD|DELETE|OPTIONS|TRACE)$)/;

/**
 * Answers the headers of a request as the upstream gets them: as they were written, in their order, for its host. How the body
 * is framed stays as it was; a POST, PUT or PATCH that brings none says `Content-Length: 0`.
 */
export function upstreamHead({ method = '', rawHeaders, headers }: IncomingHead, host: string): string[] {
  const coding = headers['transfer-encoding'];
  const kept = withOneHost(endToEnd(rawHeaders, coding !== undefined), host);
  if (coding !== undefined) kept.push('Transfer-Encoding', String(coding));
  else if (headers['content-length'] === undefined && EXPECTED_TO_BRING_A_BODY.test(method)) {
    kept.push('Content-Length', '0');
  }
  return kept;
}

/** HTTP/1.0 lets a client name several hosts, or none; the upstream gets one. */
function withOneHost(headers: RawHeaders, host: string): string[] {
  const named: string[] = [];
  let isNamed = false;
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] as string;
    const isHost = name.toLowerCase() === 'host';
    if (isHost && isNamed) continue;
    isNamed ||= isHost;
    named.push(name, isHost ? host : (headers[at + 1] as string));
  }
  return isNamed ? named : ['Host', host, ...named];
}
