import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Draw } from '../../contract-tests/draw.js';
import { openQuestions } from '../../src/service/questions/open-questions.js';
import { pick } from '../attack.js';

/** A body with the headers that describe it, bytes as characters. */
export interface DrawnBody {
  readonly headers: readonly string[];
  readonly bytes: string;
}

const JSON_TYPE = 'Content-Type: application/json';

const contentTypes = [
  [],
  ['Content-Type:'],
  ['Content-Type: text/plain'],
  ['Content-Type: application/json; charset=utf-8'],
  ['Content-Type: application/json; charset=utf-16'],
  ['Content-Type: APPLICATION/JSON ; charset="UTF-8"'],
  ['Content-Type: application/merge-patch+json'],
  ['Content-Type: application/json, application/json'],
  ['Content-Type: multipart/form-data; boundary=x'],
  ['Content-Type: application/jso\xe9n'],
  [JSON_TYPE, 'Content-Type: text/html'],
  ['Content-Type: application/json;;;=;charset'],
] as const;

/** Values for a field, as JSON text. */
const values = [
  ...['0', '-0', '1', '-1', '1.0', '1e2', '1E400', '-1e-400', '0.1', '1.5', '2147483648', '9007199254740993'],
  ...['9223372036854775807', '9223372036854775808', `1${'0'.repeat(400)}`, 'null', 'true', '"5"', '""', '[]', '{}'],
  ...['[5]', '{"quantity":5}', '"\\ud800"', '"\\u0000"', '"\u{1f98a}"', '"<script>alert(1)</script>"', '01', '+1'],
  ...['.5', '1.', '0x10', 'NaN', 'Infinity', 'undefined', "'5'", '1_000', '--1', '5 5', '"a', '[', '{', '\\', '//c'],
];
const names = ['', ...'quantity message __proto__ constructor toString Quantity petId \\u0071uantity'.split(' ')];

const documents: readonly ((draw: Draw) => string)[] = [
  (draw) => `{"${pick(draw, names)}":${pick(draw, values)}}`,
  (draw) => `{"quantity":${pick(draw, values)},"quantity":${pick(draw, values)}}`,
  (draw) => `{"quantity":5,"${pick(draw, names)}":${pick(draw, values)}}`,
  (draw) => `{"__proto__":{"quantity":${pick(draw, values)}}}`,
  (draw) => pick(draw, values),
  () => '',
  () => ' \t\r\n ',
  () => '{"quantity":5,}',
  () => '{"quantity":5}{"quantity":6}',
  () => '/* c */ {"quantity":5}',
  () => '\ufeff{"quantity":5}',
  (draw) => '['.repeat(draw.integer(1, 20_000)),
  (draw) => `{"quantity":${'['.repeat(1_000)}${']'.repeat(draw.integer(990, 1_000))}}`,
  (draw) => `{"message":"${'m'.repeat(draw.integer(1, 20_000))}"}`,
  (draw) => `{"quantity":${'9'.repeat(draw.integer(1, 5_000))}}`,
  (draw) => `{${Array.from({ length: draw.integer(1, 500) }, (_, at) => `"k${at}":${at}`).join()}}`,
];

const toBytes = (text: string) => Buffer.from(text).toString('latin1');
const asCharacters = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const bomb = asCharacters(gzipSync(Buffer.alloc(10_000_000)));

const encodings: readonly ((bytes: Buffer, draw: Draw) => DrawnBody)[] = [
  (bytes) => ({ headers: ['Content-Encoding: gzip'], bytes: asCharacters(gzipSync(bytes)) }),
  (bytes) => ({ headers: ['Content-Encoding: deflate'], bytes: asCharacters(deflateSync(bytes)) }),
  (bytes) => ({ headers: ['Content-Encoding: br'], bytes: asCharacters(brotliCompressSync(bytes)) }),
  (bytes) => ({ headers: ['Content-Encoding: gzip, gzip'], bytes: asCharacters(gzipSync(gzipSync(bytes))) }),
  (bytes) => ({ headers: ['Content-Encoding: gzip'], bytes: asCharacters(gzipSync(bytes).subarray(0, -5)) }),
  (bytes) => ({ headers: ['Content-Encoding: identity'], bytes: asCharacters(bytes) }),
  (bytes) => ({ headers: ['Content-Encoding: gzip'], bytes: asCharacters(bytes) }),
  () => ({ headers: ['Content-Encoding: gzip'], bytes: bomb }),
  (bytes) => ({ headers: ['Content-Encoding: \xff'], bytes: asCharacters(bytes) }),
];

/** Draws a body that is seldom valid, with its type and encoding but without its length. */
export function drawBody(draw: Draw): DrawnBody {
  const kind = draw.fraction();
  if (kind > 0.9995) return { headers: [JSON_TYPE], bytes: aroundLimit(draw) };
  const plain = toBytes(pick(draw, documents)(draw));
  if (kind < 0.6) return { headers: [JSON_TYPE], bytes: plain };
  if (kind < 0.75) return { headers: pick(draw, contentTypes), bytes: plain };
  if (kind < 0.85) return { headers: [JSON_TYPE], bytes: damage(draw, plain) };
  if (kind < 0.87) return { headers: [JSON_TYPE], bytes: asCharacters(Buffer.from('{"quantity":5}', 'utf16le')) };
  const { headers, bytes } = pick(draw, encodings)(Buffer.from(plain, 'latin1'), draw);
  return { headers: [JSON_TYPE, ...headers], bytes };
}

/** A body of about as many bytes as the server reads by default. */
function aroundLimit(draw: Draw): string {
  const [before, after] = ['{"message":"', '"}'];
  const length = openQuestions['body-limit'].default - before.length - after.length + draw.integer(-2, 2);
  return `${before}${'m'.repeat(length)}${after}`;
}

/** Changes, removes, repeats or adds a few bytes. */
export function damage(draw: Draw, bytes: string): string {
  let damaged = bytes;
  for (let count = draw.integer(1, 4); count > 0; count--) {
    const at = draw.integer(0, damaged.length);
    const length = draw.integer(0, 4);
    const put = pick(draw, [
      () => '',
      () => String.fromCharCode(draw.integer(0, 255)),
      () => damaged.slice(at, at + length).repeat(2),
      () => pick(draw, ['\r\n', '\n', '\r', ' ', '\t', '\0', '%', ':', '"', '\xc3', '\xff\xfe']),
    ])();
    damaged = damaged.slice(0, at) + put + damaged.slice(at + length);
  }
  return damaged;
}

/** Writes a body in chunks of drawn sizes, with extensions and trailers now and then. */
export function inChunks(draw: Draw, bytes: string): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = draw.integer(1, Math.max(1, Math.ceil(bytes.length / draw.integer(1, 10))));
    const part = bytes.slice(at, at + length);
    const size = part.length.toString(16);
    const spelt = pick(draw, [size, size, size.toUpperCase(), `000${size}`, `${size};name=value`, `${size};a="b;c"`]);
    parts.push(`${spelt}\r\n${part}\r\n`);
    at += length;
  }
  const trailers = pick(draw, ['', '', 'X-Trailer: 1\r\n', 'Authorization: Bearer x\r\n']);
  return `${parts.join('')}0\r\n${trailers}\r\n`;
}
