import { sendingOptions, sourceAndReportOptions } from '../check/check-options.js';
import { type CommandSpec, file } from '../options.js';

/** Every option of `learn`. Those that `check` has mean the same. */
export const learnOptions = {
  output: file('--output <file>', 'where to write the profile', { default: 'petstore-profile.json' }),
  ...sendingOptions,
  ...sourceAndReportOptions,
  plan: { ...sendingOptions.plan, help: 'plan of the API key; enterprise: learn its quotas' },
  from: { ...sourceAndReportOptions.from, help: 'learn from a recording, and send nothing' },
  report: {
    ...sourceAndReportOptions.report,
    help: 'write the exchanges that the profile cites, and a report on them',
  },
};

export const learnCommand = {
  summary: 'learn how a deployment behaves, so that the fake can imitate it',
  argument: { name: '[base-url]', help: 'base URL of the service, such as https://staging.example.test/v1' },
  options: learnOptions,
  notes: [
    'Sends the requests of check at the same level, and a few more to find limits and error texts, with the same care. The profile contains the choices of the deployment for open questions, the shapes of its responses and their latency. It contains no API keys and no records of the store: values, map keys and unknown headers are made up. A message is kept only if different requests got the same one. Names of fields and headers and error codes are kept as they are. What was not observed stays at the default of the fake.',
    'The API key comes from PETSTORE_API_KEY.',
    'Exit codes: 0 learned, 2 invalid usage, 3 stopped early or nothing learned. After an early stop the profile has what was observed until then; an existing one stays, and the new one is written beside it.',
  ],
  examples: [
    'export PETSTORE_API_KEY=…',
    'petstore-mock learn https://staging.example.test/v1',
    'petstore-mock learn https://staging.example.test/v1 --level write --dry-run',
    'petstore-mock learn https://staging.example.test/v1 --output staging.json',
    'petstore-mock learn https://staging.example.test/v1 --report learned',
    'petstore-mock learn https://api.example.test/v1 --from recording.har',
    'petstore-mock serve --profile petstore-profile.json',
  ],
  isSuite: true,
} satisfies CommandSpec;
