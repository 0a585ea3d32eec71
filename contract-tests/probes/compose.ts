import type { Credential } from '../../src/transcript/credential.js';
import type { HeaderList } from '../../src/transcript/exchange.js';
import type { OutgoingRequest } from '../sending/sender.js';
import type { SuiteOptions } from '../suite.js';
import type { Keyring } from './keyring.js';
import { fillPlaces, type Places } from './places.js';
import type { Probe } from './probe.js';

export interface Composed {
  readonly request: OutgoingRequest;
  readonly credential: Credential;
}

/** Makes the request of a probe. */
export function compose(
  probe: Probe,
  { baseUrl, messagesUrl, headers }: Pick<SuiteOptions, 'baseUrl' | 'messagesUrl' | 'headers'>,
  keyring: Keyring,
  places: Places,
): Composed {
  const shown = keyring[probe.credential];
  const base = probe.needs === 'messages' ? (messagesUrl ?? baseUrl) : baseUrl;
  return {
    request: {
      method: probe.method,
      url: `${base}${fillPlaces(probe.path, places)}${shown.query}`,
      headers: [
        ['Accept', 'application/json'],
        ...contentType(probe),
        ...shown.headers,
        ...(probe.headers ?? []),
        ...headers,
      ],
      body: probe.body === undefined ? undefined : fillPlaces(probe.body, places),
    },
    credential: shown.credential,
  };
}

function contentType({ body, contentType: type = 'application/json' }: Probe): HeaderList {
  return body === undefined || type === null ? [] : [['Content-Type', type]];
}
