import { expect, test } from 'vitest';
import { collectBody } from './tap-body.js';

const streamOf = (...chunks: readonly (string | Error)[]) =>
  new ReadableStream<Uint8Array>({
    pull(controller) {
      const [chunk, ...rest] = chunks;
      chunks = rest;
      if (chunk === undefined) controller.close();
      else if (chunk instanceof Error) controller.error(chunk);
      else controller.enqueue(new TextEncoder().encode(chunk));
    },
  });
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test('reads a body to its end', async () => {
  const { bytes, incomplete } = await collectBody(streamOf('[1,', '2]'));
  expect([textOf(bytes), incomplete]).toEqual(['[1,2]', undefined]);
  expect((await collectBody(null)).bytes).toHaveLength(0);
});

test('reports that a body was cut off', async () => {
  const { bytes, incomplete } = await collectBody(streamOf('[1,', new Error('reset')));
  expect([textOf(bytes), incomplete]).toEqual(['[1,', 'cut off']);
});

test('drops a body that is too large, and does not slow down its receiver', async () => {
  const [own, theirs] = streamOf('[1,', '2]', ' ').tee();
  expect(await collectBody(own, 4)).toEqual({ bytes: new Uint8Array(), incomplete: 'too large to keep' });
  expect(await new Response(theirs).text()).toBe('[1,2] ');
});
