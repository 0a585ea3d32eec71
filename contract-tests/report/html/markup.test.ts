import { expect, test } from 'vitest';
import { markup, type Part } from './markup.js';

test('escapes inserted texts, in elements and in attributes', () => {
  const text = `<b title="a">'&amp;`;
  expect(markup`<p title="${text}">${text}</p>`.text).toBe(
    '<p title="&lt;b title=&quot;a&quot;&gt;&#39;&amp;amp;">&lt;b title=&quot;a&quot;&gt;&#39;&amp;amp;</p>',
  );
});

test('inserts markup as it is, lists item by item, and nothing for what is missing', () => {
  const parts: readonly Part[] = ['<', 0, false, null, undefined, ''];
  const items = parts.map((part) => markup`<li>${part}</li>`);
  expect(markup`<ul>${items}</ul>${['a', ['b']]}`.text).toBe(
    '<ul><li>&lt;</li><li>0</li><li></li><li></li><li></li><li></li></ul>ab',
  );
});

test('leaves out the indentation of a template, and none of a text', () => {
  expect(
    markup`
    <pre>
      ${'a\n  b'}
    </pre>`.text,
  ).toBe('<pre>a\n  b</pre>');
});
