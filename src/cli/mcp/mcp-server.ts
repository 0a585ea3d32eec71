import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { type AdminClientOptions, AdminError, checkWorldId } from '../../admin/client/caller.js';
import { callById } from '../../admin/client/create-admin-client.js';
import { InputError } from '../../json/input-error.js';
import { adminTools, isAdminTool } from './admin-tools.js';

type Fake = Required<AdminClientOptions>;

/** Creates the server whose tools control a fake. `where` tells the agent where that is. */
export function createMcpServer(fake: Fake, where: string, version: string): Server {
  const instructions = `${where} ${ADVICE}`;
  const server = new Server({ name: 'petstore-mock', version }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...adminTools] }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: input = {} } }) =>
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
  const text = JSON.stringify(value);
  if (text.length <= MOST_CHARACTERS) return { content: [{ type: 'text', text }], structuredContent: { ...value } };
  const note = `Cut: these are the first ${MOST_CHARACTERS} of ${text.length} characters. Ask for less, with limit, after or a filter if the tool has them.`;
  return {
    content: [text.slice(0, MOST_CHARACTERS), note].map((part) => ({ type: 'text' as const, text: part })),
  };
}
