#!/usr/bin/env node
import { setImmediate } from 'node:timers/promises';
import { abortOnSignals, closeLostTerminals, openOutput, readVersion } from './process.js';
import { run } from './program.js';
import type { ServeLog } from './serve/serve-log.js';
import { confirmOn, ExitCode, type Terminal, warn } from './terminal.js';

const version = readVersion();
let isOutputLost = false;
const stderr = openOutput(process.stderr, () => {});
const stdout = openOutput(process.stdout, (problem) => {
  isOutputLost = true;
  warn({ stderr }, `Writing to standard output: ${problem}`);
});
const terminal: Terminal = { stdout, stderr, folder: process.cwd(), variables: process.env };
closeLostTerminals();

const surroundings = () => {
  const stopping = abortOnSignals(process);
  return { version, confirm: confirmOn(process.stdin, process.stderr, stopping.signal), ...stopping };
};

/** A bug in one exchange, or in what a user's handlers leave behind, must not end a server. Its control room is loaded later. */
const keepServing = (log: ServeLog) => {
  process.on('uncaughtException', log.bug);
  void import('./serving.js').then(({ loadAdminLater }) => loadAdminLater());
};

void run(
  process.argv.slice(2),
  version,
  {
    async serve(_, flags) {
      const { serve } = await import('./serve/serve-command.js');
      const { log, stop } = await serve({ flags, version }, terminal);
      keepServing(log);
      const { signal } = abortOnSignals(process);
      signal.addEventListener('abort', () => void stop().finally(() => process.exit()));
      return undefined;
    },
    async check(target, flags) {
      const { check } = await import('./check/check-command.js');
      return check({ target, flags, ...surroundings() }, terminal);
    },
    async learn(target, flags) {
      const { learn } = await import('./learn/learn-command.js');
      return learn({ target, flags, ...surroundings() }, terminal);
    },
    async compare(targets, flags) {
      const { compare } = await import('./compare/compare-command.js');
      return compare({ targets, flags, ...surroundings() }, terminal);
    },
    async restore(target, flags) {
      const { restore } = await import('./restore/restore-command.js');
      return restore({ target, flags, ...surroundings() }, terminal);
    },
    async proxy(_, flags) {
      const { proxy } = await import('./proxy/proxy-command.js');
      const onListening = (_: unknown, log: ServeLog) => keepServing(log);
      return proxy({ flags, ...surroundings(), onListening }, terminal);
    },
    async mcp(_, flags) {
      const { mcp } = await import('./mcp/mcp-command.js');
      const { stdin, stdout } = process;
      return mcp({ flags, version, stdin, stdout, ...abortOnSignals(process) }, terminal);
    },
    async init(folder) {
      const { initWorker } = await import('./init-command.js');
      initWorker(folder ?? 'public', terminal);
      return undefined;
    },
    async openapi(_, { baseUrl }) {
      const { openApiDocument } = await import('../service/openapi.js');
      stdout.write(`${JSON.stringify(openApiDocument({ ...(baseUrl !== undefined && { baseUrl }) }), null, 2)}\n`);
      return undefined;
    },
  },
  terminal,
).then(async (exitCode) => {
  // Streams report their errors later.
  await setImmediate();
  process.exitCode = exitCode === ExitCode.passed && isOutputLost ? ExitCode.incomplete : exitCode;
});
