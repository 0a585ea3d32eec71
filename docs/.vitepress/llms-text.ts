import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import description from '../../package.json' with { type: 'json' };
import { entryPages, entryText } from './api-reference/entry-pages.js';
import { sidebar } from './sidebar.js';

/**
 * Writes `llms.txt`, the list of pages for language models, and beside it every page as Markdown, for its links lead there.
 * `docs` is the folder of the pages, `site` that of the built site.
 */
export async function writeLlmsText(docs: string, site: string): Promise<void> {
  await mkdir(join(site, 'api'), { recursive: true });
  for (const page of entryPages) await writeFile(join(site, `api/${page.name}.md`), await entryText(page));
  await copyFile(join(docs, '../SKILL.md'), join(site, 'SKILL.md'));
  const groups: string[] = [];
  for (const { text, items } of sidebar) {
    const lines = items.map((item) => `- [${item.text}](${item.link.slice(1)}.md): ${item.about}`);
    const ours = items.map(({ link }) => `${link.slice(1)}.md`).filter((file) => !file.startsWith('api/'));
    for (const file of ours) await copyFile(join(docs, file), join(site, file));
    groups.push(`## ${text}\n\n${lines.join('\n')}`);
  }
  const head = `# petstore-mock\n\n> ${description.description}\n\nCommands for coding agents: [SKILL.md](SKILL.md).`;
  await writeFile(join(site, 'llms.txt'), `${[head, ...groups].join('\n\n')}\n`);
}
