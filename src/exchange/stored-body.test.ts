import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type RecordingFiles, readStoredBody } from './read-foreign-har.js';

const JSON_TEXT = '[{"petId":1,"quantity":7,"status":"available"}]';
const base64 = (bytes: Uint8Array) => ({ text: Buffer.from(bytes).toString('base64'), encoding: 'base64' });
const decoders: Record<string, (bytes: Uint8Array) => Uint8Array> = { gzip: gunzipSync, br: brotliDecompressSync };
const files: RecordingFiles = {
  readBody: (name) => (name === '1.json' ? Buffer.from(JSON_TEXT) : undefined),
  decode: (bytes, coding) => {
    try {
      return decoders[coding]?.(bytes);
    } catch {
      return undefined;
    }
  },
};
const textOf = (...args: Parameters<typeof readStoredBody>) => {
  const { body = '', incomplete } = readStoredBody(...args) ?? {};
  return incomplete ?? Buffer.from(body as string).toString();
};

it.each([
  ['text', { text: JSON_TEXT }, undefined],
  ['text whose response was coded', { text: JSON_TEXT }, 'gzip'],
  ['text with a coding instead of an encoding', { text: JSON_TEXT, encoding: 'gzip' }, 'gzip'],
  ['base64', base64(Buffer.from(JSON_TEXT)), undefined],
  ['base64 in other letters', { ...base64(Buffer.from(JSON_TEXT)), encoding: 'BASE64' }, 'br'],
  ['gzip in base64', base64(gzipSync(JSON_TEXT)), 'gzip'],
  ['brotli in base64', base64(brotliCompressSync(JSON_TEXT)), 'br'],
  ['a file beside the recording', { _file: '1.json' }, 'gzip'],
  ['a file beside an empty text', { text: '', _file: '1.json' }, undefined],
])('reads a body that is stored as %s', (_, content, coding) => {
  expect(textOf(content, coding, files)).toBe(JSON_TEXT);
});

const asLatin1 = (bytes: Uint8Array) => ({ text: Buffer.from(bytes).toString('latin1') });
const asUtf8 = (bytes: Uint8Array) => ({ text: Buffer.from(bytes).toString('utf8') });

it.each([
  ['gzip as text', asLatin1(gzipSync(JSON_TEXT)), 'gzip', 'still coded as "gzip"'],
  ['gzip as spoiled text', asUtf8(gzipSync(JSON_TEXT)), undefined, 'still coded'],
  ['brotli as spoiled text', asUtf8(brotliCompressSync(JSON_TEXT)), 'br', 'still coded as "br"'],
  ['a coding that nobody knows', base64(Buffer.from([1, 255, 2])), 'aws', 'still coded as "aws"'],
  ['zstd as text', asUtf8(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 4])), undefined, 'still coded'],
  ['gzip without a header', base64(gzipSync(JSON_TEXT)), undefined, 'still coded'],
  ['base64 that is not declared', { text: base64(Buffer.from(JSON_TEXT)).text }, undefined, 'looks like base64'],
  ['gzip in base64 that is not declared', { text: base64(gzipSync(JSON_TEXT)).text }, 'gzip', 'looks like base64'],
  ['brotli in base64 that is not declared', { text: base64(brotliCompressSync(JSON_TEXT)).text }, 'br', 'base64'],
  ['a coding instead of an encoding', { text: 'iwKAWw==', encoding: 'br' }, undefined, 'still coded as "br"'],
  ['a file that is missing', { _file: '2.json' }, undefined, 'its file "2.json" cannot be read'],
])('does not judge what it cannot decode: %s', (_, content, coding, why) => {
  expect(textOf(content, coding, files)).toContain(why);
});

it.each(['Wonderful', 'eyes', 'true', '12345678', 'not JSON at all', 'W\u0001'])(
  'judges the text %j as it is',
  (text) => {
    expect(textOf({ text }, undefined, files)).toBe(text);
  },
);

it('needs files and codings for bodies in a browser', () => {
  expect(textOf({ _file: '1.json' }, undefined, undefined)).toContain('cannot be read');
  expect(textOf(base64(gzipSync(JSON_TEXT)), 'gzip', undefined)).toBe('still coded as "gzip"');
});
