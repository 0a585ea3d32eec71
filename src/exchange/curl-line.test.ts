// Long: a shell and curl read drawn lines as they were meant.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCodePoint } from '../../tests/any-code-point.js';
import { curlLine } from './curl-line.js';
import type { Credential, RecordedRequest } from './exchange.js';

const URL = 'https://api.example.test/v1/inventory';
const goodKey: Credential = { kind: 'bearer', name: 'key#1', standing: 'given' };

function request(told: Partial<RecordedRequest>): RecordedRequest {
  return { method: 'GET', url: URL, headers: [], body: undefined, credential: goodKey, ...told };
}

/** Runs a line in sh with a curl that prints its arguments after `-i`, and its input; `files` are in the current folder. */
function run(line: string, files: Readonly<Record<string, string>> = {}): { args: string[]; input: string } {
  const folder = mkdtempSync(join(tmpdir(), 'curl-line-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const tell = `curl() {
    for each; do printf '%s\\0' "$each"; done
    case " $* " in *' @- '*|*' @-') cat;; esac
  }`;
  const env = { PATH: process.env.PATH, PETSTORE_API_KEY: 'the key' };
  const { stdout, stderr } = spawnSync('sh', ['-c', `${tell}\n${line}`], { cwd: folder, encoding: 'utf8', env });
  rmSync(folder, { recursive: true });
  expect(stderr).toBe('');
  const parts = stdout.split('\0');
  const end = parts.indexOf('@-') + 1 || parts.length - 1;
  expect(parts[0]).toBe('-i');
  return { args: parts.slice(1, end), input: parts.slice(end).join('\0') };
}

it('shows a request with the key as a variable', () => {
  expect(curlLine(request({ headers: [['Authorization', 'Bearer key#1']] }))).toBe(
    `curl -i -H "Authorization: Bearer $PETSTORE_API_KEY" '${URL}'`,
  );
});

it('shows an update', () => {
  const headers = [
    ['content-type', 'application/json'],
    ['Host', 'api.example.test'],
    ['Content-Length', '14'],
  ] as const;
  const line = curlLine(request({ method: 'PATCH', url: `${URL}/1`, headers, body: '{"quantity":1}' }));
  expect(line).toBe(
    `curl -i -X PATCH -H "Authorization: Bearer $PETSTORE_API_KEY" -H 'content-type: application/json' '${URL}/1' --data-raw '{"quantity":1}'`,
  );
});

it.each<[string, Credential, string[]]>([
  ['a good key', goodKey, ['-H', 'Authorization: Bearer the key']],
  [
    'the key of a recording',
    { kind: 'bearer', name: 'key#1', standing: 'unknown' },
    ['-H', 'Authorization: Bearer the key'],
  ],
  ['a recording that may have lost its key', { kind: 'unknown' }, ['-H', 'Authorization: Bearer the key']],
  [
    'a key that was made up',
    { kind: 'bearer', name: 'key#2', standing: 'wrong' },
    ['-H', 'Authorization: Bearer wrong-key'],
  ],
  ['no key', { kind: 'none' }, []],
  ['the key under Basic', { kind: 'misplaced', name: 'key#1', where: 'basic' }, ['-H', 'Authorization: Basic the key']],
])('sends %s', (_, credential, args) => {
  expect(run(curlLine(request({ credential }))).args).toEqual([...args, URL]);
});

it('sends the key in the query, and nothing else that a shell would expand', () => {
  const url = `${URL}?api_key=key#1&access_token=key#1&x=$HOME\`id\``;
  const line = curlLine(request({ url, credential: { kind: 'misplaced', name: 'key#1', where: 'query' } }));
  expect(run(line).args).toEqual([`${URL}?api_key=the key&access_token=the key&x=$HOME\`id\``]);
});

it('sends a HEAD request with --head', () => {
  expect(run(curlLine(request({ method: 'HEAD', credential: { kind: 'none' } }))).args).toEqual(['--head', URL]);
});

it('prevents curl from expanding brackets in the URL', () => {
  const url = 'http://[::1]:4290/v1/inventory';
  expect(run(curlLine(request({ url, credential: { kind: 'none' } }))).args).toEqual(['--globoff', url]);
});

it('prevents curl from adding a content type', () => {
  const line = curlLine(request({ method: 'POST', body: '', credential: { kind: 'none' } }));
  expect(run(line).args).toEqual(['-H', 'Content-Type:', URL, '--data-raw', '']);
});

it('sends a header without a value, and omits headers that a reader cannot send', () => {
  const headers = [
    ['X-Empty', ''],
    ['X-Team', "it's"],
    ['Cookie', 'sid=secret#1'],
    ['Sec-Fetch-Mode', 'cors'],
  ] as const;
  const line = curlLine(request({ headers, credential: { kind: 'none' } }));
  expect(run(line).args).toEqual(['-H', 'X-Empty;', '-H', "X-Team: it's", URL]);
});

it('keeps curl from sending what the client leaves out here', () => {
  const usual = [
    ['Accept', 'application/json'],
    ['User-Agent', 'petstore-mock/1'],
    ['X-Team', 'blue'],
  ] as const;
  const line = curlLine(
    request({ headers: [['Transfer-Encoding', 'chunked']], credential: { kind: 'none' } }),
    'k',
    usual,
  );
  expect(run(line).args).toEqual(['-H', 'Transfer-Encoding: chunked', '-H', 'Accept:', '-H', 'User-Agent:', URL]);
  expect(run(curlLine(request({ headers: usual.slice(0, 2) }), 'k', usual)).args).not.toContain('Accept:');
});

const nasty = [
  `'; touch /tmp/owned; '`,
  '$(id) `id` $HOME "quoted" !! \\ \\n %s %d',
  '@/etc/passwd',
  '-o/tmp/owned',
  'line one\nline two\n',
  '\u0000\u0001\u001b[31mred\u001b[0m\u007f\u009b',
  '\u202egnp.exe\u2028é😀',
  '-\n',
  '100%\t\\052',
];

it.each(nasty)('sends the body %j unchanged, in one printable line, or from a file', (body) => {
  const line = curlLine(request({ method: 'POST', body, headers: [['Content-Type', 'text/plain']] }));
  expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
  const { args, input } = run(line, { 'body.txt': body });
  expect(args.at(-1) === '@-' ? input : args.at(-1)).toBe(body);
  expect(args.slice(0, 5)).toEqual(['-H', 'Authorization: Bearer the key', '-H', 'Content-Type: text/plain', URL]);
});

it('writes any URL, method and header as one safe word each', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCodePoint }), (text) => {
      const plain = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '');
      const headers = [['X-Text', `<${text}>`]] as const;
      const line = curlLine(
        request({ method: `M${text}`, url: `${URL}?${text}`, headers, credential: { kind: 'none' } }),
      );
      const { args } = run(line);
      expect(args.filter((each) => each !== '--globoff')).toEqual([
        '-X',
        `M${plain}`,
        '-H',
        `X-Text: <${plain}>`,
        `${URL}?${plain}`,
      ]);
    }),
    { numRuns: 30 },
  );
});

it('reads a long body from a file that is copied from the HAR', () => {
  const body = 'x'.repeat(2_001);
  const line = curlLine(request({ method: 'POST', body }));
  expect(line.length).toBeLessThan(300);
  expect(run(line, { 'body.txt': body }).input).toBe(body);
});
