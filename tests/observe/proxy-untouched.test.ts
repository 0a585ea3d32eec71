// Long: proves with drawn messages what the short tests prove with some: that no byte is changed, whatever its place.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HeaderList } from '../../src/exchange/exchange.js';
import type { WireExchange } from '../../src/observe/proxy/wire-exchange.js';
import { anyConversation, type DrawnRequest } from './drawn-conversations.js';
import { startProxy } from './proxy-for-tests.js';
import { type Outcome, startPlayer } from './raw-player.js';
import type { WireMessage } from './wire-messages.js';

/**
 * Returns a message without what differs by connection: the version, Connection and Keep-Alive, and the blank at the end of a status line
 * without a reason. Where chunks begin, and how many blanks are around the value of a header, is not in a message at all.
 */
function untouched({ startLine, headers, ...body }: WireMessage) {
  return {
    ...body,
    startLine: startLine.replace(/^HTTP\/1\.[01]|HTTP\/1\.[01]$/, 'HTTP').trimEnd(),
    headers: headers.filter((line) => !/^(?:Connection|Keep-Alive):/i.test(line)),
  };
}

const latin1 = (bytes: Uint8Array | string = '') => Buffer.from(bytes as Uint8Array).toString('latin1');
const linesOf = (headers: HeaderList = []) => headers.map(([name, value]) => `${name}: ${value}`);

/** What a recording must show of each exchange of a conversation that was held without the proxy. */
function recordedOf({ arrived, received, ending }: Outcome, requests: readonly DrawnRequest[], origin: string) {
  return arrived.map((request, at) => {
    const { startLine = '', headers, body = '', isComplete, framing } = received[at] ?? {};
    const isCut = !isComplete && (framing !== undefined || ending === 'reset');
    return {
      method: requests[at]?.method,
      url: requests[at]?.target.replace(/^(?:http:\/\/\{host\})?\/?/, `${origin}/`),
      sentHeaders: untouched(request).headers,
      sent: request.body,
      statusLine: startLine.replace(/^\S+ /, '').trimEnd(),
      headers,
      body: isCut ? 'cut off by the service' : body,
    };
  });
}

function recorded({ request, response, cutBy }: WireExchange) {
  return {
    method: request.method,
    url: request.url,
    sentHeaders: linesOf(request.headers),
    sent: latin1(request.body),
    statusLine: `${response?.status} ${response?.statusText}`.trimEnd(),
    headers: linesOf(response?.headers),
    body: response?.incomplete === undefined ? latin1(response?.body as Uint8Array) : `cut off by the ${cutBy}`,
  };
}

test('passes and records messages as they are: targets, headers, bodies, framings, trailers, and how responses end', async () => {
  const { origin, converse } = await startPlayer();
  const proxy = await startProxy(origin);
  let count = 0;
  const property = fc.asyncProperty(anyConversation, async (conversation) => {
    const { version, requests } = conversation;
    const direct = await converse(origin, conversation);
    const through = await converse(proxy.origin, conversation);
    expect(through.received.map(untouched)).toEqual(direct.received.map(untouched));
    expect(through.ending).toBe(direct.ending);
    const via = expect.stringMatching(`^Via: ${version} petstore-mock-[0-9a-f]{8}$`);
    expect(through.arrived.map(untouched)).toEqual(
      direct.arrived.map(untouched).map((request) => ({ ...request, headers: [...request.headers, via] })),
    );
    const before = count;
    count += direct.arrived.length;
    const exchanges = (await proxy.count(count)).slice(before);
    expect(exchanges.map(recorded)).toEqual(recordedOf(direct, requests, origin));
  });
  await fc.assert(property, { numRuns: 300, timeout: 10_000, endOnFailure: true });
  expect(proxy.bugs).toEqual([]);
});
