import { fieldOf, isObject } from './loose-object.js';

/** Answers the credential of the request, where what a test holds tells it (axios, Playwright): it must not be shown. */
export function sentKeyOf(received: unknown): string | undefined {
  if (!isObject(received)) return undefined;
  const headers = [headersOf(fieldOf(received, 'config')), headersOf(requestOf(received))].filter(isObject);
  const lines = headers.flatMap((one) => Object.entries(one));
  const value = lines.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  return typeof value === 'string' ? (value.split(/\s+/).at(-1) ?? value) : undefined;
}

function requestOf(received: object): unknown {
  const request = fieldOf(received, 'request');
  return typeof request === 'function' ? request.call(received) : request;
}

function headersOf(request: unknown): unknown {
  const headers = isObject(request) ? fieldOf(request, 'headers') : undefined;
  return typeof headers === 'function' ? headers.call(request) : headers;
}
