import { codeBlocks } from '../../tests/code-blocks.js';

/** A way of plugging the package in, in an empty project, as the docs describe it. */
export interface Way {
  readonly name: string;
  /** Packages that provide node and a package manager, such as `node@22` and `npm@11`. */
  readonly tools: readonly string[];
  /** Shell lines, as a reader types them; `TARBALL` is the packed package. */
  readonly steps: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** Shell lines that run while `petstore-mock serve` does: `$ORIGIN` is its address, its admin token `local-admin`. */
  readonly whileServed?: readonly string[];
}

const request = "curl -sSf -o inventory.json -H 'Authorization: Bearer test_free' $ORIGIN/v1/inventory";

/** Nodes with the versions that the docs name for them: msw 3 and vitest 5 need Node 22. */
const nodes = [
  { node: 20, msw: 'msw@2', vitest: 'vitest@4' },
  { node: 22, msw: 'msw', vitest: 'vitest' },
  { node: 24, msw: 'msw', vitest: 'vitest' },
];

const managers = [
  // It cannot install vitest 4.1 or newer, with or without this package.
  { tool: 'npm@10', add: 'npm install --save-dev', vitest: 'vitest@4.0' },
  { tool: 'npm@11', add: 'npm install --save-dev' },
  { tool: 'pnpm@12', add: 'pnpm add -D --allow-build=msw' },
];

/** vitest as the README shows it, and a request to a served fake, with every package manager on every Node. */
function everyInstallation(): Way[] {
  const [test = ''] = codeBlocks('README.md', 'ts');
  return managers.flatMap((manager) =>
    nodes.map(({ node, msw, vitest }) => ({
      name: `vitest, ${manager.tool}, Node ${node}`,
      tools: [`node@${node}`, manager.tool],
      files: { 'stock.test.ts': test },
      steps: [`${manager.add} TARBALL ${msw} ${manager.vitest ?? vitest}`, 'npx --no vitest run'],
      whileServed: [request],
    })),
  );
}

/** The set-up of docs/node-and-jest.md, with a test. */
function jestTest(): string {
  const [setUp] = codeBlocks('docs/node-and-jest.md', 'ts');
  return `${setUp}
test('says when to ask again after a 429', async () => {
  petstore.limits.exhaust('test_free');
  const headers = { Authorization: 'Bearer test_free' };
  const response = await fetch('https://api.example.test/v1/inventory', { headers });
  expect(response.status).toBe(429);
  expect(petstore).toHaveCalled('listInventory', { times: 1 });
  await expect(response).toConformTo('listInventory');
});
`;
}

/** The configuration of docs/node-and-jest.md with the lines for ts-jest in place of that for babel-jest. */
function tsJestConfig(): string {
  const [babel = '', tsJest = ''] = codeBlocks('docs/node-and-jest.md', 'js');
  const config = babel.replace(/^ {2}transform:.*\n/m, () => tsJest);
  if (config === babel) throw new Error('docs/node-and-jest.md has no line `transform` that ts-jest could replace.');
  return `const { createDefaultPreset } = require('ts-jest');\n${config}`;
}

const tools = ['node@22', 'npm@11'];
const install = 'npm install --save-dev TARBALL msw@2';
const typescript =
  '{ "compilerOptions": { "module": "nodenext", "isolatedModules": true, "strict": true, "types": ["jest"] } }';
const initialise = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'installs', version: '1' } },
};

const adminClient = `
import { createAdminClient } from 'petstore-mock/admin';

const admin = createAdminClient({ url: process.env.ORIGIN, token: 'local-admin' });
await admin.limits.set({ key: 'test_free', remaining: 0 });
const headers = { Authorization: 'Bearer test_free' };
const { status } = await fetch(process.env.ORIGIN + '/v1/inventory', { headers });
if (status !== 429) throw new Error('expected 429, received ' + status);
`;

/** The code blocks of the page for Cypress, by the path in their first line. */
function cypressFiles(): Record<string, string> {
  const blocks = [...codeBlocks('docs/cypress.md', 'js'), ...codeBlocks('docs/cypress.md', 'ts')];
  return Object.fromEntries(blocks.map((block) => [/^\/\/ (\S+)/.exec(block)?.[1] ?? '', block]));
}

export function everyWay(): Way[] {
  return [
    ...everyInstallation(),
    {
      name: 'jest, ES modules',
      tools,
      files: { 'stock.test.js': jestTest(), 'jest.config.js': 'export default { transform: {} };' },
      steps: ['npm pkg set type=module', `${install} jest`, 'NODE_OPTIONS=--experimental-vm-modules npx --no jest'],
    },
    {
      name: 'jest, CommonJS with ts-jest',
      tools,
      files: { 'stock.test.ts': jestTest(), 'jest.config.js': tsJestConfig(), 'tsconfig.json': typescript },
      steps: [`${install} jest @types/jest ts-jest typescript@5`, 'npx --no jest'],
    },
    {
      name: 'admin client',
      tools,
      files: { 'admin.mjs': adminClient },
      steps: [install],
      whileServed: ['node admin.mjs'],
    },
    {
      name: 'MCP server',
      tools,
      steps: [install, `echo '${JSON.stringify(initialise)}' | npx --no petstore-mock mcp | grep '"serverInfo"'`],
    },
    {
      name: 'types of Cypress',
      tools,
      files: cypressFiles(),
      steps: [
        'npm install --save-dev --ignore-scripts cypress typescript@5',
        'npx --no -- tsc --noEmit --allowJs --checkJs --strict --skipLibCheck --types cypress --target es2023 ' +
          '--moduleDetection force $(find cypress -type f)',
      ],
    },
  ];
}
