/**
 * Appends entries to the stream of one world and reads them back, as a server does but without HTTP and a fake, so many at a time.
 * Several of them share the stream. Runs in its own process and sends how many of its own came back a second. `<url> <seconds>`
 */
import { once } from 'node:events';
import { connect } from '../src/server/shared-store/connection.js';
import { EntryDecoder, encodeEntry, originOf } from '../src/server/shared-store/entries.js';
import { Reader } from '../src/server/shared-store/reader.js';
import { parseStoreAddress } from '../src/server/shared-store/store-address.js';
import { BEFORE_ALL, Streams } from '../src/server/shared-store/streams.js';

const AT_A_TIME = 64;

const [url = '', seconds = ''] = process.argv.slice(2);
const address = parseStoreAddress(url, 'the address');
const streams = new Streams(await connect(address, 'Measuring'), 'ordered-entries');
const server = String(process.pid);
const headers = [
  ['host', '127.0.0.1:4290'],
  ['authorization', 'Bearer test_enterprise'],
] as const;
const request = {
  method: 'PATCH',
  path: '/v1/inventory/1',
  query: '',
  headers,
  body: Buffer.from('{"quantity":12}'),
  callerAddress: '127.0.0.1',
};

let sent = 0;
let returned = 0;
const decoder = new EntryDecoder();
const append = () =>
  void streams.append('shared', encodeEntry({ server, number: ++sent }, { kind: 'request', request }), true);
const reader = new Reader({
  connection: await connect(address, 'Measuring'),
  haste: streams.haste,
  bellKey: streams.bellKey(server),
  onEntries(_key, _after, entries) {
    for (const entry of entries) {
      decoder.decode(entry);
      if (originOf(entry).server !== server) continue;
      returned += 1;
      append();
    }
    return entries.at(-1)?.id ?? BEFORE_ALL;
  },
  onReply() {},
});
// Not what an earlier measurement has left.
reader.add(streams.streamKey('shared'), (await streams.lastId('shared')) ?? BEFORE_ALL);
await streams.ring(streams.bellKey(server));
process.send?.('ready');
await once(process, 'message');
for (let index = 0; index < AT_A_TIME; index += 1) append();
const startMs = performance.now();
setTimeout(() => process.send?.((returned * 1_000) / (performance.now() - startMs)), Number(seconds) * 1_000);
