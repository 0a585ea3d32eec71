// Long: nothing private of a service gets into a profile or onto the screen.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createService } from '../conformant-service/create-service.js';
import { readRequest } from '../conformant-service/serve-service.js';
import { GOOD_KEY } from '../conformant-service/service.js';
import { serve } from './running-check.js';
import { runLearn } from './running-learn.js';

const secret = 'sk_live_9a8b7c6d5e4f3a2b';
const mail = 'kaethe.meier@shop.example';
const name = 'Käthe Meier';
const asciiName = 'Kaethe Meier';
const note = 'Please call my neighbour before you bring Bella home';
const address = { street: 'Lindenstraße 12', phone: '+49 170 7654321', born: '1971-03-14' };

/** What may stand nowhere in a profile. */
const planted = [
  GOOD_KEY,
  'sk_live',
  '9a8b7c6d5e4f',
  mail,
  'kaethe',
  'meier',
  'neighbour',
  'bella',
  'lindenstra',
  '7654321',
  '1971-03-14',
  'key#',
];

/** Personal texts as values, as names of fields, in lists and in objects, in addition to the responses of the service. */
const about = {
  owner: name,
  mail,
  note,
  secret,
  key: GOOD_KEY,
  [mail]: 1,
  [name]: [note],
  address,
  notes: [{ of: name, note }],
};

function plant(body: string): string {
  if (body === '') return body;
  const value = JSON.parse(body) as object;
  if (Array.isArray(value)) return `[${value.map((item) => plant(JSON.stringify(item))).join(',')}]`;
  const isError = 'code' in value && 'message' in value;
  const errors = { code: `E-${secret}`, message: `${asciiName} <${mail}> says with ${GOOD_KEY}: ${note}` };
  return JSON.stringify({ ...value, ...(isError && errors), ...about });
}

const headers = [
  ['X-Owner', asciiName],
  ['X-Contact', mail],
  ['X-Note', note],
  ['X-Echo', GOOD_KEY],
  ['X-Trace', `${secret}.${Buffer.from(GOOD_KEY).toString('base64')}`],
  ['X-Phone', address.phone],
  ['X-Born', address.born],
  ['X-Pet', 'Bella'],
  ['Server', `shop of ${mail}`],
  ['Content-Security-Policy', `report-uri https://shop.example/${secret}`],
  ['Set-Cookie', `session=${secret}; Path=/`],
  ['Cache-Control', `private="${asciiName}"`],
  ['Deprecation', `by ${asciiName}`],
  ['Link', `<mailto:${mail}>; rel="deprecation"`],
  ['Allow', secret],
  ['WWW-Authenticate', `Bearer realm="${asciiName}"`],
] as const;

/** What is shown of what was planted, with what stands around it. */
function shownIn(text: string): string[] {
  const lower = text.toLowerCase();
  return planted.flatMap((each) => {
    const index = lower.indexOf(each.toLowerCase());
    return index === -1 ? [] : [`${each}: ${text.slice(Math.max(0, index - 60), index + 60)}`];
  });
}

test('no key, name, address or free text of a service gets into a profile or onto the screen', async () => {
  const service = createService({ quota: { perMinute: 1_000, perDay: 100_000 } });
  const origin = await serve(async (incoming, outgoing) => {
    const response = service.handle(await readRequest(incoming), Date.now());
    outgoing.sendDate = false;
    outgoing.writeHead(response.status, asciiName, [...response.headers, ...headers].flat());
    // A pet's own texts stand in errors, too.
    outgoing.end(plant(response.body));
  });
  const url = `${origin}/v1`;
  const { exitCode, stdout, stderr, folder, read } = await runLearn(
    [url, '--level', 'write', '--messages-url', url, '--exclusive', '--seed', '1', '--max-requests', '55'],
    { PETSTORE_API_KEY: GOOD_KEY },
  );
  expect([0, 3], stderr).toContain(exitCode);
  const text = await readFile(join(folder, 'petstore-profile.json'), 'utf8');
  expect(shownIn(text)).toEqual([]);
  expect(shownIn(stdout + stderr)).toEqual([]);
  const { responses, questions } = await read();
  expect(Object.keys(responses)).toContain('updateInventory 400');
  expect(responses['getPet 200']?.headers.map(({ name: each }) => each)).toContain('X-Owner');
  expect(JSON.stringify(questions['pet-shape'])).toContain('"owner 1"');
});
