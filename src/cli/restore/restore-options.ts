import { sendingOptions } from '../check/check-options.js';
import { type CommandSpec, flag } from '../options.js';

const { restoreLog, ca, clientCert, clientKey, isInsecure, headers } = sendingOptions;

export const restoreCommand = {
  summary: 'restore what an interrupted check has changed',
  argument: { name: '[base-url]', help: 'the deployment to restore; needed if the restore log names several' },
  options: {
    restoreLog,
    ca,
    clientCert,
    clientKey,
    isInsecure,
    headers,
    isConfirmed: flag('--yes', 'restore the quantity without asking'),
  },
  notes: [
    'Before a check changes a quantity, it records the original in its restore log. After a crash, this command writes the original back. After a 429 it sends nothing more: run it again then. It asks first if somebody else may have changed the quantity since. The API key is sent to the deployment that the log names.',
    'Exit codes: 0 everything is restored, 2 invalid usage, 3 something could not be restored.',
  ],
  examples: [
    'PETSTORE_API_KEY=… petstore-mock restore',
    'PETSTORE_API_KEY=… petstore-mock restore https://staging.example.test/v1',
  ],
  isSuite: true,
} satisfies CommandSpec;
