import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { openRecording } from './open-recording.js';

function inFolder(name: string, content: Uint8Array | string) {
  const folder = mkdtempSync(join(tmpdir(), 'recording-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'har'));
  const file = join(folder, 'har', name);
  writeFileSync(file, content);
  return { file, folder, put: (path: string, text: string) => writeFileSync(join(folder, path), text) };
}

const open = (file: string) => openRecording(file, 'Reading the recording', 'Name a HAR file');
const textOf = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();

/** Packs files as Playwright does. */
function zip(contents: Record<string, string>, { isStored = false, comment = '' } = {}): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  for (const [name, text] of Object.entries(contents)) {
    const packed = isStored ? Buffer.from(text) : deflateRawSync(text);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50);
    entry.writeUInt16LE(isStored ? 0 : 8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(Buffer.concat(locals).length, 42);
    entries.push(entry, Buffer.from(name));
    const local = Buffer.alloc(30);
    local.write('PK\u0003\u0004', 'latin1');
    local.writeUInt16LE(name.length, 26);
    locals.push(local, Buffer.from(name), packed);
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(Object.keys(contents).length, 10);
  end.writeUInt32LE(Buffer.concat(locals).length, 16);
  return Buffer.concat([...locals, ...entries, end, Buffer.from(comment)]);
}

it('reads a HAR and the bodies beside it', () => {
  const { file, put } = inFolder('shop.har', '{"log":1}');
  put('har/1.json', '[]');
  const { text, files } = open(file);
  expect(text).toBe('{"log":1}');
  expect(textOf(files.readBody('1.json'))).toBe('[]');
  expect(files.readBody('2.json')).toBeUndefined();
});

it('reads no other file of this machine', () => {
  const { file, folder, put } = inFolder('shop.har', '{}');
  put('secret', 'x');
  symlinkSync(join(folder, 'secret'), join(folder, 'har', 'link'));
  const { readBody } = open(file).files;
  for (const name of ['../secret', join(folder, 'secret'), 'link', '.', '']) expect(readBody(name)).toBeUndefined();
});

it.each([{}, { isStored: true }, { comment: 'of Playwright' }])(
  'reads a HAR and bodies in a ZIP file: %o',
  (options) => {
    const packed = zip({ 'a.json': '[1]', 'har.har': '{"log":2}' }, options);
    const { text, files } = open(inFolder('shop.zip', packed).file);
    expect(text).toBe('{"log":2}');
    expect(textOf(files.readBody('a.json'))).toBe('[1]');
    expect(files.readBody('b.json')).toBeUndefined();
  },
);

it('reads a HAR in gzip', () => {
  expect(open(inFolder('shop.har.gz', gzipSync('{"log":3}')).file).text).toBe('{"log":3}');
});

it.each<[string, Uint8Array]>([
  ['the ZIP file contains no HAR files', zip({ 'a.json': '' })],
  ['the ZIP file contains 2 HAR files', zip({ 'a.har': '', 'b.har': '' })],
  ['it is damaged', zip({ 'a.har': '{}' }).subarray(0, -9)],
  ['it is damaged', gzipSync('{}').subarray(0, -9)],
  ['the file is not UTF-8', Buffer.from([1, 255])],
])('explains what it cannot read: %s', (problem, content) => {
  expect(() => open(inFolder('shop.zip', content).file)).toThrow(`Reading the recording: ${problem}`);
});

it('says how large a recording may be, without reading it', () => {
  const { file } = inFolder('shop.har', '');
  truncateSync(file, 600 * 2 ** 20);
  expect(() => open(file)).toThrow('it has 600 MiB; at most 256 MiB can be read. Name a smaller file');
});

it('undoes codings', () => {
  const { decode } = open(inFolder('shop.har', '{}').file).files;
  expect(textOf(decode(gzipSync(gzipSync('x')), 'gzip, x-gzip'))).toBe('x');
  expect(decode(gzipSync('x'), 'br')).toBeUndefined();
  expect(decode(gzipSync('x'), 'aws')).toBeUndefined();
});
