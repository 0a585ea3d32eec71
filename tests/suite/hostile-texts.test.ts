// Long: no text of a service reaches a terminal, a page or a log as a command.
import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { expectHarmless, headOf, type Respond, serveRaw } from './hostile-service.js';
import { runCheck } from './running-check.js';

/** Each would do harm in one of the places where a check shows what it received. */
const treacherous = [
  '\u001b[2J\u001b[31mgone\u001b]0;title\u0007',
  '\u001b]8;;https://evil.example/\u001b\\click\u001b]8;;\u001b\\',
  '\u009b31m',
  '\u202ereversed\u202c\u2066isolated\u2069\u200f',
  'passed\rNo violations',
  'two\nlines\u2028three\u2029four\u0085five',
  '\n::error file=a::gotcha\n',
  '::set-output name=a::b',
  '##vso[task.complete]##[error]##teamcity[x]',
  '</script><script>alert(1)</script></pre></details><img src=x onerror=alert(1)>',
  ']]><!--?>&amp;"\' onmouseover="alert(1)',
  'NUL\u0000and\b\u007f\ufffe\uffff',
  '\ud800 half',
  "'; rm -rf ~; echo '$(rm -rf ~)`rm -rf ~`",
  '%0A::error::%0D',
  'x'.repeat(1_000_000),
];

/** Refuses everything with a text: where it is not JSON, and where it is. */
function saying(text: string, isJson: boolean, status = 409): Respond {
  const body = isJson ? JSON.stringify({ code: 'c', message: text, status, [text]: 1 }) : text;
  // HTTP allows no control characters in headers, and the rest of them as bytes.
  const header = Buffer.from(text.slice(0, 300).replace(/\p{Cc}/gu, ' '));
  const bytes = Buffer.from(body);
  const more = `X-Hostile: ${header.toString('latin1')}\r\nContent-Length: ${bytes.length}\r\n\r\n`;
  return (socket) => socket.write(Buffer.concat([Buffer.from(headOf(`${status} No`, more), 'latin1'), bytes]));
}

test.each(treacherous.map((text) => [text.slice(0, 30).replace(/[^ -~]/g, '·'), text]))(
  'neutralises hostile text: %s',
  async (_shown, text) => {
    for (const isJson of [true, false]) {
      const { baseUrl } = await serveRaw(saying(text, isJson));
      const ended = await runCheck([baseUrl, '--report', 'out', '--max-requests', '3']);
      const files = await expectHarmless(ended);
      expect(ended.exitCode).toBe(1);
      expect(Math.max(...ended.stdout.split('\n').map((line) => line.length))).toBeLessThan(300);
      expectPlainPage(files['report.html'] ?? '');
      expectPlainXml(files['junit.xml'] ?? '');
    }
  },
);

test('neutralises hostile texts of a server that has none of the paths', async () => {
  for (const text of treacherous.slice(0, 10)) {
    const { baseUrl } = await serveRaw(saying(text, true, 404));
    const ended = await runCheck([baseUrl, '--report', 'out', '--max-requests', '3']);
    await expectHarmless(ended);
    expect(ended.exitCode).toBe(3);
  }
});

function expectPlainPage(page: string): void {
  const { document } = new JSDOM(page).window;
  const all = (selector: string) => [...document.querySelectorAll(selector)];
  expect(all('script, img, iframe, object, form, link, body > :not(main)')).toEqual([]);
  const attributes = all('*').flatMap((each) => [...each.attributes]);
  expect(attributes.filter(({ name, value }) => /^on|^src$|^style$/.test(name) || /script:/.test(value))).toEqual([]);
  expect(all('[href]').filter((each) => !each.getAttribute('href')?.startsWith('#'))).toEqual([]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
  expect(page).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
  expect(page.length).toBeLessThan(200_000);
}

function expectPlainXml(xml: string): void {
  const { document } = new JSDOM(xml, { contentType: 'text/xml' }).window;
  const names = new Set([...document.querySelectorAll('*')].map((each) => Object(each).localName));
  expect([...names].sort()).toEqual(
    ['failure', 'properties', 'property', 'skipped', 'testcase', 'testsuite', 'testsuites'].sort(),
  );
  expect(xml).not.toMatch(/##\w*\[/);
}
