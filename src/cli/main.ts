#!/usr/bin/env node
import { run } from './run.js';
import { stopOnSignals } from './stop-on-signals.js';
import type { Terminal } from './terminal.js';
import { readVersion } from './version.js';

const { stdout, stderr, env } = process;
const terminal: Terminal = { stdout, stderr, folder: process.cwd(), variables: env };
const version = readVersion();

// Who reads the output may leave (`serve | head`): the server goes on.
stdout.on('error', () => {});
stderr.on('error', () => {});

process.exitCode = await run(
  process.argv.slice(2),
  version,
  {
    async serve(flags, handlers) {
      const { serve } = await import('./serve-command.js');
      const { log, stop } = await serve({ flags, handlers, version }, terminal);
      stopOnSignals(process, stop);
      // What a user's handlers leave behind (a timer, a promise) must not end the server.
      process.on('uncaughtException', log.bug);
    },
    async openapi(baseUrl) {
      const { printOpenApi } = await import('./openapi-command.js');
      printOpenApi(baseUrl, stdout);
    },
  },
  terminal,
);
