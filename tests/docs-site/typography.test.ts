import { createMarkdownRenderer } from 'vitepress';
import { expect, test } from 'vitest';
import { adaptTypography } from '../../docs/.vitepress/typography.js';

const markdown = await createMarkdownRenderer('.', { config: adaptTypography });
const html = (text: string) => markdown.renderAsync(text);

test('a number and its unit stay on one line', async () => {
  expect(await html('95 % of 30 ms, 24 GiB and 571 kB')).toContain(
    '95\u00a0% of 30\u00a0ms, 24\u00a0GiB and 571\u00a0kB',
  );
  expect(await html('5 sheep, 2 MB/s, 3 pets')).toContain('5 sheep, 2 MB/s, 3 pets');
});

test('an option stays on one line, and the text of the code remains', async () => {
  const page = await html('`check --level write -h` and `a-b`, `<--x>`');
  expect(page).toContain('check <span class="flag">--level</span> write <span class="flag">-h</span></code>');
  expect(page).toContain('>a-b</code>');
  expect(page).toContain('>&lt;--x&gt;</code>');
});

test('only a cell that holds sentences gets a wide column', async () => {
  const page = await html(`| id | choices |\n|---|---|\n| a | short |\n| b | ${'many words '.repeat(10)} |`);
  expect(page.match(/class="is-long"/g)).toHaveLength(1);
  expect(page).toMatch(/<td class="is-long">many words/);
});
