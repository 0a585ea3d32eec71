// Long: the page for Vue builds and passes as it is shown.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeBlocks } from '../code-blocks.js';
import { installProject, type Project } from '../package/installed.js';

const page = 'docs/vue.md';
const [main = '', tested = ''] = codeBlocks(page, 'ts');
const [component = ''] = codeBlocks(page, 'vue');

const config = `
import vue from '@vitejs/plugin-vue';
export default { plugins: [vue()], test: { environment: 'jsdom' } };
`;

let project: Project;

beforeAll(async () => {
  project = await installProject(
    {
      'vite.config.js': config,
      'index.html': '<div id="app"></div><script type="module" src="/src/main.ts"></script>',
      'src/main.ts': main,
      'src/App.vue': component,
      'src/StockTable.vue': component,
      'src/StockTable.test.ts': tested,
    },
    ['vue', '@vitejs/plugin-vue', '@vue/test-utils', 'jsdom', 'vite'],
  );
});

afterAll(() => project.remove());

test('the component test of the page passes', async () => {
  expect(await project.run('vitest', 'run')).toMatch(/Tests +1 passed/);
});

test('the entry file of the page builds, without the fake', async () => {
  await project.run('vite', 'build');
  const assets = join(project.folder, 'dist/assets');
  const texts = await Promise.all((await readdir(assets)).map((name) => readFile(join(assets, name), 'utf8')));
  expect(texts.join('\n')).toContain('api.example.test');
  expect(texts.join('\n')).not.toContain('mockServiceWorker');
});
