import type { Readable, Writable } from 'node:stream';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import * as protocol from '@modelcontextprotocol/sdk/types.js';
import { type AdminClientOptions, AdminError, checkOptions, checkWorldId } from '../../admin/client/caller.js';
import { callById } from '../../admin/client/create-admin-client.js';
import type { AdminOperation, AdminOperationId } from '../../admin/operations.js';
import * as admin from '../../admin/operations.js';
import { adminSchemas } from '../../admin/schemas.js';
import { InputError } from '../../json/input-error.js';
import { writeJson } from '../../json/json.js';
import { templateParameters } from '../../service/path-template.js';
import { serve } from '../serve/serve-command.js';
import { readSettingsFile, resolveSettings } from '../serve/settings.js';
import { readAdminToken } from '../target.js';
import { type Terminal, warn } from '../terminal.js';
import type { McpFlags } from './mcp-options.js';

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

type Fake = Required<AdminClientOptions>;

/** Creates the server whose tools control a fake. `where` tells the agent where that is. */
function createMcpServer(fake: Fake, where: string, version: string): Server {
  const instructions = `${where} ${ADVICE}`;
  const server = new Server({ name: 'petstore-mock', version }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler(protocol.ListToolsRequestSchema, () => ({ tools: [...adminTools] }));
  server.setRequestHandler(protocol.CallToolRequestSchema, async ({ params: { name, arguments: input = {} } }) =>
    callTool(fake, name, input),
  );
  return server;
}

const ADVICE =
  'Its sample keys are test_free (60 requests a minute), test_pro, test_business, test_enterprise and test_revoked. ' +
  'Never wait for a quota or a ban to end: move the clock with advanceClock. ' +
  'mintKey with isolated: true gives a key with a world of its own, which other tools change with `world`. ' +
  'listRequests shows what the app has sent, getManners whether it waited when it was limited.';

async function callTool(
  fake: Fake,
  name: string,
  { world, ...input }: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  try {
    if (!isAdminTool(name)) throw new InputError('Calling a tool', 'there is no such tool', 'List the tools');
    const inWorld = world === undefined ? fake : { ...fake, world: checkWorldId(world) };
    return resultOf(await callById(inWorld, name, input));
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: explain(error, fake.url) }] };
  }
}

function explain(error: unknown, url: string): string {
  if (error instanceof InputError) return error.inWords;
  if (!(error instanceof AdminError)) return `This is a bug of petstore-mock: ${error}`;
  // The client's own message is for code that calls it.
  return error.code === undefined ? `No response of petstore-mock from ${url}. ${REMEDY}` : error.message;
}

const REMEDY =
  'Start it with petstore-mock serve, or give petstore-mock mcp its address: --url http://127.0.0.1:4290. If its certificate signs itself, set NODE_EXTRA_CA_CERTS=cert.pem for petstore-mock mcp.';

/** Clients accept little more. */
const MOST_CHARACTERS = 40_000;

function resultOf(value: object): CallToolResult {
  const text = writeJson(value);
  if (text.length <= MOST_CHARACTERS) {
    const structuredContent = JSON.parse(text) as Record<string, unknown>;
    // Left out if it would round an id.
    const isExact = writeJson(structuredContent) === text;
    return { content: [{ type: 'text', text }], ...(isExact && { structuredContent }) };
  }
  const note = `Cut: these are the first ${MOST_CHARACTERS} of ${text.length} characters. Ask for less, with limit, after or a filter if the tool has them.`;
  return {
    content: [text.slice(0, MOST_CHARACTERS), note].map((part) => ({ type: 'text' as const, text: part })),
  };
}

const operations = Object.entries<AdminOperation>(admin.adminOperations).filter(
  ([, { response }]) => response !== 'events',
);

/** What loses something that the world had. */
const DESTRUCTIVE = /(?:^|\.)(?:reset|seed|restore|delete|remove|clear|revoke)$/;

const adminTools: readonly Tool[] = operations.map(([id, operation]) => toolOf(id, operation));

function isAdminTool(name: string): name is AdminOperationId {
  return operations.some(([id]) => id === name);
}

function toolOf(name: string, operation: AdminOperation): Tool {
  const { call, method, summary, body } = operation;
  const isReading = method === 'GET';
  const example =
    body && JSON.stringify(body.document === undefined ? body.example : { [body.document]: body.example });
  return {
    name,
    description: `${summary}.${example === undefined ? '' : ` Example: ${example}`}`,
    inputSchema: inputSchemaOf(operation),
    annotations: {
      readOnlyHint: isReading,
      ...(!isReading && { destructiveHint: DESTRUCTIVE.test(call) }),
      openWorldHint: false,
    },
  };
}

/** One object: the parameters of path and query, the world, and the fields of the body. */
function inputSchemaOf({ path, query, isOfWorld, body }: AdminOperation): Tool['inputSchema'] {
  const inPath = templateParameters(path) as (keyof typeof admin.pathParameters)[];
  const parameters = [
    ...inPath.map((name) => [name, admin.pathParameters[name]] as const),
    ...[...query, ...(isOfWorld ? (['world'] as const) : [])].map(
      (name) => [name, admin.queryParameters[name]] as const,
    ),
  ];
  const { properties, required = [], additionalProperties = true } = fieldsOf(body);
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(parameters.map(([name, { schema, description }]) => [name, { ...schema, description }])),
      ...properties,
    },
    required: [...inPath, ...required],
    additionalProperties,
  };
}

interface Fields {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

function fieldsOf(body: AdminOperation['body']): Fields {
  if (body === undefined) return { additionalProperties: false };
  const { schema, document } = body;
  const shape: Fields = adminSchemas[schema] as object;
  if (document === undefined) return shape;
  return { properties: { [document]: shape }, required: [document], additionalProperties: false };
}
