import { entryPages, entryText } from '../.vitepress/api-reference/entry-pages.js';

export default {
  paths: () =>
    Promise.all(entryPages.map(async (page) => ({ params: { entry: page.name }, content: await entryText(page) }))),
};
