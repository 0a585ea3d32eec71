import { type HeaderList, headerOf, type RecordedBody } from './exchange.js';
import type { ForeignEntry, ForeignRequest, ForeignResponse } from './foreign-recording-schema.js';
import { MISSING_BODY, recordBody, recordSentText, recordText, type SentBody } from './record-body.js';
import type { Redactor } from './redactor.js';

/** Answers the body of a recorded answer; missing unless the recording holds all of it. */
export function readForeignBody(entry: ForeignEntry, response: ForeignResponse, redactor: Redactor): RecordedBody {
  const headers = (response.headers ?? []).map(({ name, value }): [string, string] => [name, value ?? '']);
  const missing = whyMissing(entry, response, headers);
  if (missing !== undefined) return { kind: 'missing', why: missing };
  const { text, encoding } = response.content ?? {};
  if (typeof text !== 'string' || text === '') return { kind: 'empty' };
  if (encoding !== 'base64') return recordText(text, redactor);
  const bytes = decodeBase64(text);
  return recordBody(bytes ?? new Uint8Array(), bytes === undefined ? 'its base64 is broken' : undefined, redactor);
}

function whyMissing({ request }: ForeignEntry, response: ForeignResponse, headers: HeaderList): string | undefined {
  const { status, content } = response;
  if (status === 304) return 'answered from a cache';
  if (request.method.toUpperCase() === 'HEAD' || status === 204) return undefined;
  const length = headerOf(headers, 'content-length');
  if (typeof content?.text !== 'string') return length?.trim() === '0' ? undefined : 'the recording holds no body';
  // Whatever a recorder remarks of a body, in whatever language, is that it left some of it out.
  if (content.comment) return 'the recorder left out some of it';
  if (response._error || response._failureText) return 'cut off';
  const isCoded = headerOf(headers, 'content-encoding') !== undefined;
  const declared = Math.max(content.size ?? 0, isCoded ? 0 : Number(length ?? 0) || 0);
  if (declared > sizeOf(content.text, content.encoding)) return 'cut off';
  return content.text === '' && (response.bodySize ?? 0) > 0 ? 'the recording holds no body' : undefined;
}

function sizeOf(text: string, encoding: string | null | undefined): number {
  if (encoding !== 'base64') return new TextEncoder().encode(text).length;
  return Math.floor((text.replace(/[\s=]/g, '').length * 3) / 4);
}

function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Answers what a recorded request sent; missing where it sent a body that the recording does not hold as it was. */
export function readSentBody(
  { method, postData, bodySize, headers = [] }: ForeignRequest,
  redactor: Redactor,
): SentBody {
  const text = textOf(postData);
  // Firefox keeps the beginning of a long body only.
  const isCutOff = text !== undefined && (bodySize ?? 0) > new TextEncoder().encode(text).length;
  if (text !== undefined && !isCutOff) return recordSentText(text, redactor);
  const lengths = headers.filter(({ name }) => name.toLowerCase() === 'content-length').map(({ value }) => value);
  if (bodySize === 0 || lengths.includes('0')) return { body: undefined };
  const mayHaveSent = (bodySize ?? 0) > 0 || lengths.length > 0 || /^(?:post|put|patch)$/i.test(method);
  return mayHaveSent ? MISSING_BODY : { body: undefined };
}

function textOf(postData: ForeignRequest['postData']): string | undefined {
  if (typeof postData?.text === 'string') {
    const bytes = postData.encoding === 'base64' ? decodeBase64(postData.text) : undefined;
    return bytes === undefined ? postData.text : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  }
  const params = postData?.params ?? [];
  if (params.length === 0) return undefined;
  return new URLSearchParams(params.map(({ name, value }): [string, string] => [name, value ?? ''])).toString();
}
