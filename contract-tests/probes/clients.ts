import type { Client } from './probe.js';

const ACCEPT_PAGE = ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'] as const;

/** Other ways to send a request, as other clients have them. None of them changes what the service returns. */
export const clients = {
  browser: { headers: [ACCEPT_PAGE, ['Accept-Language', 'de-DE,de;q=0.9,en;q=0.5']] },
  /** A browser without a language of its own, which errors may follow. */
  acceptsPages: { headers: [ACCEPT_PAGE] },
  acceptsAnything: { headers: [['Accept', '*/*']] },
  namesNoType: { omits: ['Accept'] },
  /** Behind a proxy, which names its client, and without a name of its own. */
  proxied: { headers: [['X-Forwarded-For', '203.0.113.7']], omits: ['User-Agent'] },
  inLowerCase: { isInLowerCase: true },
  /** Of a body whose length it does not know. */
  chunked: { headers: [['Transfer-Encoding', 'chunked']] },
  /** It sends the body once it is asked to. */
  expecting: { headers: [['Expect', '100-continue']] },
} as const satisfies Readonly<Record<string, Client>>;
