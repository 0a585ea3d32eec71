import { expect, it } from 'vitest';
import { createRedactor } from './create-redactor.js';
import { recordBody, recordSentBody } from './record-body.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);

it('records a text', () => {
  const body = recordBody(bytesOf('{"message":"é😀"}'), undefined, createRedactor());
  expect(body).toEqual({ kind: 'text', text: '{"message":"é😀"}', isRedacted: false });
});

it('marks a text that a secret was taken out of', () => {
  const redactor = createRedactor();
  redactor.nameOf('test_free');
  const body = recordBody(bytesOf('{"message":"test_free"}'), undefined, redactor);
  expect(body).toEqual({ kind: 'text', text: '{"message":"key#1"}', isRedacted: true });
});

it('keeps a byte order mark', () => {
  const body = recordBody(Uint8Array.of(0xef, 0xbb, 0xbf, 0x5b, 0x5d), undefined, createRedactor());
  expect(body).toEqual({ kind: 'text', text: '\uFEFF[]', isRedacted: false });
});

it('records what is not UTF-8 by its size', () => {
  const body = recordBody(Uint8Array.of(0x22, 0xff, 0x22), undefined, createRedactor());
  expect(body).toEqual({ kind: 'binary', bytes: 3 });
});

it('records that there is no body', () => {
  expect(recordBody(new Uint8Array(), undefined, createRedactor())).toEqual({ kind: 'empty' });
});

it('records no part of a body that is not whole', () => {
  const body = recordBody(bytesOf('[{"petId":1'), 'the connection broke', createRedactor());
  expect(body).toEqual({ kind: 'missing', why: 'the connection broke' });
});

it('records what a request sent', () => {
  const redactor = createRedactor();
  redactor.nameOf('test_free');
  const sent = (bytes: Uint8Array) => recordSentBody(bytes, redactor);
  expect(sent(new Uint8Array())).toEqual({ body: undefined });
  expect(sent(bytesOf('\uFEFF{"a":"é"}'))).toEqual({ body: '\uFEFF{"a":"é"}' });
});

it('marks what a request sent where that is not known to the letter', () => {
  const redactor = createRedactor();
  redactor.nameOf('test_free');
  const sent = (bytes: Uint8Array) => recordSentBody(bytes, redactor);
  expect(sent(bytesOf('a test_free'))).toEqual({ body: 'a key#1', isBodyMissing: true });
  const notUtf8 = Uint8Array.of(...bytesOf('test_free '), 0xe9);
  expect(sent(notUtf8)).toEqual({ body: 'key#1 \uFFFD', isBodyMissing: true });
});
