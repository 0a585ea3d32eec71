import { codeBlocks } from '../../tests/code-blocks.js';

/** A way of plugging the package in, in an empty project, as the docs describe it. */
export interface Way {
  readonly name: string;
  /** Packages that provide node and a package manager, such as `node@22` and `npm@11`. */
  readonly tools: readonly string[];
  /** Shell lines, as a reader types them; `TARBALL` is the packed package. */
  readonly steps: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** What the project has already: its steps and its files, which `files` may replace, count neither as time nor as lines. */
  readonly before?: { readonly steps: readonly string[]; readonly files: Readonly<Record<string, string>> };
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

const tools = ['node@22', 'npm@11'];
const install = 'npm install --save-dev TARBALL msw@2';
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

/** jest as docs/node-and-jest.md shows it: in CommonJS with three set-ups, and in ES modules. */
function everyJest(): Way[] {
  const page = 'docs/node-and-jest.md';
  const [, test = ''] = codeBlocks(page, 'ts');
  const [preset = '', withTsJest = '', besidePreset = '', modules = ''] = codeBlocks(page, 'js');
  const [typescript = ''] = codeBlocks(page, 'json');
  const typescriptFiles = { 'stock.test.ts': test, 'tsconfig.json': typescript };
  const babel = "module.exports = { presets: [['@babel/preset-env', { targets: { node: 'current' } }]] };\n";
  const babelFiles = { 'stock.test.js': test, 'babel.config.js': babel, 'jest.config.js': preset };
  const addTsJest = `${install} jest @types/jest ts-jest typescript@5`;
  return [
    {
      name: 'jest, ES modules',
      tools,
      files: { 'stock.test.js': test, 'jest.config.js': modules },
      steps: ['npm pkg set type=module', `${install} jest`, 'NODE_OPTIONS=--experimental-vm-modules npx --no jest'],
    },
    {
      name: 'jest, CommonJS with babel-jest',
      tools,
      files: babelFiles,
      steps: [`${install} jest @babel/preset-env@7`, 'npx --no jest'],
    },
    {
      name: 'jest, CommonJS with babel-jest, pnpm, Node 20',
      tools: ['node@20', 'pnpm@12'],
      files: babelFiles,
      steps: [
        'pnpm add -D --allow-build=msw --allow-build=@parcel/watcher TARBALL msw@2 jest @babel/core@7 @babel/preset-env@7',
        'npx --no jest',
      ],
    },
    {
      name: 'jest, CommonJS with ts-jest',
      tools,
      files: { ...typescriptFiles, 'jest.config.js': withTsJest },
      steps: [addTsJest, 'npx --no jest', 'npx --no -- tsc --noEmit --skipLibCheck'],
    },
    {
      name: 'jest, CommonJS beside another preset',
      tools,
      files: { ...typescriptFiles, 'jest.config.js': besidePreset },
      steps: [addTsJest, 'npx --no jest'],
    },
  ];
}

/** Storybook as docs/storybook.md shows it, in a project that has Storybook for React. */
function storybook(): Way {
  const page = 'docs/storybook.md';
  const [mainLines = '', preview = '', stories = ''] = codeBlocks(page, 'ts');
  const [setUp = ''] = codeBlocks(page, 'sh');
  const main = (added: string) =>
    `export default {\n  framework: '@storybook/react-vite',\n  stories: ['../src/*.stories.ts'],\n${added}};\n`;
  return {
    name: 'Storybook',
    tools,
    before: {
      steps: ['npm pkg set type=module', 'npm install --save-dev storybook @storybook/react-vite vite react react-dom'],
      files: { '.storybook/main.ts': main(''), 'src/stock.ts': 'export const Stock = () => null;\n' },
    },
    files: { '.storybook/main.ts': main(mainLines), '.storybook/preview.ts': preview, 'src/stock.stories.ts': stories },
    steps: [install, ...setUp.trim().split('\n'), 'npx --no storybook build --disable-telemetry --quiet'],
  };
}

/** The browser worker as docs/browser-worker.md shows it, in an app that Vite builds as it does for development. */
function browserWorker(): Way {
  const page = 'docs/browser-worker.md';
  const [main = ''] = codeBlocks(page, 'ts');
  const [setUp = ''] = codeBlocks(page, 'sh');
  return {
    name: 'browser worker',
    tools,
    before: {
      steps: ['npm install --save-dev vite', 'mkdir public'],
      files: { 'index.html': '<script type="module" src="/src/main.ts"></script>\n' },
    },
    files: { 'src/main.ts': main },
    steps: [install, ...setUp.trim().split('\n'), 'NODE_ENV=development npx --no vite build'],
  };
}

/** The code blocks of the page for Cypress, by the path in their first line. */
function cypressFiles(): Record<string, string> {
  const blocks = codeBlocks('docs/cypress.md', 'js');
  return Object.fromEntries(blocks.map((block) => [/^\/\/ (\S+)/.exec(block)?.[1] ?? '', block]));
}

export function everyWay(): Way[] {
  return [
    ...everyInstallation(),
    ...everyJest(),
    browserWorker(),
    storybook(),
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
        'npx --no -- tsc --noEmit --allowJs --checkJs --skipLibCheck --types cypress --target es2023 ' +
          '--moduleDetection force $(find cypress -type f)',
      ],
    },
  ];
}
