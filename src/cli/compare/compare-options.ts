import { sendingOptions } from '../check/check-options.js';
import { type CommandSpec, type Flags, file, list, type Option, text } from '../options.js';

const { headers, messagesUrl, clientCert, clientKey } = sendingOptions;

function ofRight<Value>(option: Option<Value>, help: string): Option<Value> {
  return { ...option, flag: option.flag.replace('--', '--right-'), help };
}

/** Every option of `compare`. Those that `check` has mean the same. */
export const compareOptions = {
  ignored: list(
    text('--ignore <path>', 'ignore a path or all paths below it: question/error-codes, response/*/*/header/x-region', {
      is: /./,
      form: 'a path',
      example: 'question/error-codes',
    }),
  ),
  json: file('--json [file]', 'write the comparison as JSON; without a file, or with -, print only the JSON', {
    example: 'differences.json',
  }),
  ...sendingOptions,
  level: { ...sendingOptions.level, defaultText: 'read' },
  // What is meant for one deployment is never sent to the other.
  headers: { ...headers, help: 'header to add to every request to the left side, or to the only URL' },
  messagesUrl: { ...messagesUrl, help: 'base URL of the left side’s POST /messages; without it no message is sent' },
  clientCert: {
    ...clientCert,
    help: 'PEM file with the certificate that this client shows to the left side, or to the only URL',
  },
  maxTimeMs: {
    ...sendingOptions.maxTimeMs,
    help: 'end the runs at both sides after this time in all, except for restoring their stock',
  },
  isDryRun: { ...sendingOptions.isDryRun, help: 'print the requests that each side would receive, and send nothing' },
  seed: {
    ...sendingOptions.seed,
    defaultText: 'a new one',
    help: 'seed that chooses the pets and the values to send, the same for both sides',
  },
  rightHeaders: ofRight(headers, 'header to add to every request to the right side'),
  rightMessagesUrl: ofRight(messagesUrl, 'base URL of the right side’s POST /messages'),
  rightClientCert: ofRight(clientCert, 'PEM file with the certificate that this client shows to the right side'),
  rightClientKey: ofRight(clientKey, clientKey.help),
};

export type CompareFlags = Flags<typeof compareOptions>;

export const compareCommand = {
  summary: 'show how two deployments, recordings or profiles differ',
  argument: {
    name: '[sides...]',
    help: 'the left and the right side: a base URL, a profile, a HAR file or fake',
  },
  options: compareOptions,
  notes: [
    'A side is a base URL, a profile written by petstore-mock learn, a HAR file, or the word fake: the fake at http://127.0.0.1:4290/v1. A URL receives the requests that learn sends. Two URLs are tested one after the other.',
    'The API key of the left side comes from PETSTORE_API_KEY, that of the right side from PETSTORE_API_KEY_RIGHT. A key is never sent to the origin of the other side. If only one side is a URL, it gets the key of the left.',
    'Only what both sides show is compared; the last line names the other questions.',
    'Exit codes: 0 no difference, 1 differences, 2 invalid usage, 3 incomplete: no difference was found, but a side stopped early, only one side shows a question that both were asked, or there was nothing to compare.',
  ],
  examples: [
    'petstore-mock compare staging.json fake',
    'petstore-mock compare https://dev.example.test/v1 https://api.example.test/v1',
    'petstore-mock compare api.json https://api.example.test/v1',
    'petstore-mock compare old.har new.har',
    'petstore-mock compare staging.json https://api.example.test/v1 --dry-run',
    'petstore-mock compare api.json fake --ignore question/error-messages',
  ],
  isSuite: true,
} satisfies CommandSpec;
