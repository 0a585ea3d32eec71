import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { type AdminClientOptions, checkOptions } from '../../admin/client/caller.js';
import { InputError } from '../../json/input-error.js';
import { serve } from '../serve/serve-command.js';
import { readSettingsFile, resolveSettings } from '../serve/settings.js';
import { readAdminToken } from '../target.js';
import { type Terminal, warn } from '../terminal.js';
import type { McpFlags } from './mcp-options.js';
import { createMcpServer } from './mcp-server.js';

export interface McpRequest {
  readonly flags: McpFlags;
  readonly version: string;
  /** Where the client writes; its end ends the server. */
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly signal: AbortSignal;
}

/** Runs `petstore-mock mcp` until its client closes stdin, or the signal aborts. Throws an InputError, and starts nothing, for invalid options. */
export async function mcp({ flags, version, stdin, stdout, signal }: McpRequest, terminal: Terminal): Promise<number> {
  const { access, where, stop } = await openFake(flags, version, terminal);
  const server = createMcpServer(access, where, version);
  server.onerror = (error) => warn(terminal, `Speaking the Model Context Protocol: ${error.message}`);
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  const close = () => void server.close();
  stdin.once('end', close).once('close', close);
  signal.addEventListener('abort', close);
  await server.connect(new StdioServerTransport(stdin, stdout));
  if (signal.aborted || stdin.destroyed) close();
  await ended;
  await stop();
  return 0;
}

interface OpenFake {
  readonly access: Required<AdminClientOptions>;
  /** Where the fake is, in words for the agent. */
  readonly where: string;
  readonly stop: () => Promise<void>;
}

async function openFake(flags: McpFlags, version: string, terminal: Terminal): Promise<OpenFake> {
  const { url, adminToken, ...others } = flags;
  if (url === undefined) return startFake({ adminToken, ...others }, version, terminal);
  const unused = Object.entries(others).find(([, value]) => value !== undefined)?.[0];
  if (unused !== undefined) {
    const remedy = `Leave out --${unused}, or leave out --url to start a fake`;
    throw new InputError('Reading the command line', `--${unused} is for a fake that is started here`, remedy);
  }
  const access = checkOptions({ url, token: adminToken ?? readAdminToken(terminal) });
  const where = `These tools control petstore-mock at ${access.url}, a fake of the Petstore Inventory Service (getHealth tells its base URL).`;
  return { access, where, stop: async () => {} };
}

async function startFake(flags: McpFlags, version: string, terminal: Terminal): Promise<OpenFake> {
  const { variables, folder } = terminal;
  const { port, chosenBy } = resolveSettings({ flags, variables, file: readSettingsFile(folder) });
  const own = { ...flags, port: chosenBy.port === 'the default' ? 0 : port, admin: true };
  const { server, access, stop } = await serve({ flags: own, version }, { ...terminal, stdout: terminal.stderr });
  if (access.state !== 'open') throw new Error('A fake for an agent has a control room.');
  const where = `A fake of the Petstore Inventory Service runs for you. Base URL for the app under test: ${server.url} (getHealth tells it, too).`;
  return { access: checkOptions({ url: server.url, token: access.token }), where, stop };
}
