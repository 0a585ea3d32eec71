import { type CommandSpec, type Flags, url } from '../options.js';
import { serveOptions } from '../serve/serve-options.js';

const { port, pets, seed, fixture, behaviour, profile, state, adminToken } = serveOptions;

const mcpOptions = {
  url: url('--url <url>', 'control this running fake or proxy instead of starting a fake', {
    example: 'http://127.0.0.1:4290',
  }),
  // Several clients may each start one.
  port: { ...port, help: 'port for the fake to listen on', defaultText: 'a free one' },
  pets,
  seed,
  fixture,
  behaviour,
  profile,
  state,
  adminToken: {
    ...adminToken,
    help: 'token of the control room; with --url, that of the running fake',
    defaultText: 'generated, except with --url',
  },
};

export type McpFlags = Flags<typeof mcpOptions>;

export const mcpCommand = {
  summary: 'let an agent control the fake: a Model Context Protocol server on stdin and stdout',
  options: mcpOptions,
  notes: [
    'Starts a fake, tells the agent its base URL, and stops it when stdin is closed. Every call of the admin API is a tool, except the stream of events. Stdout carries the protocol alone; banner and request log go to stderr. The other settings of serve can be set by their variables and in petstore-mock.config.json.',
    'With --url, set PETSTORE_ADMIN_TOKEN instead of --admin-token: everybody on this machine can read a command line.',
  ],
  examples: [
    'petstore-mock mcp                              starts a fake on a free port',
    'petstore-mock mcp --port 4290 --pets 10        on a port that your app knows',
    'PETSTORE_ADMIN_TOKEN=local-admin petstore-mock mcp --url http://127.0.0.1:4290',
  ],
} satisfies CommandSpec;
