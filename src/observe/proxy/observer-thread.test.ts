import { expect, test } from 'vitest';
import { startObserverThread, type ThreadListener } from './observer-thread.js';

test('a thread that cannot be made rejects, and throws nothing at whoever starts it', async () => {
  const untransferable = (() => {}) as never;
  const har = {
    creator: { name: 'petstore-mock proxy', version: '1.2.3' },
    file: 'traffic.har',
    handle: untransferable,
  };
  const options = { upstreamUrl: 'https://staging.example.test/v1', plan: undefined, isExclusive: false, har };
  await expect(startObserverThread(options, {} as ThreadListener)).rejects.toThrow();
});
