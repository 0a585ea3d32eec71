import { createHash } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Tone } from '../../../src/dashboard/parts/tone.js';
import { plainLines } from '../../../src/spec/quoting.js';
import { style } from './compiled-style.js';

/** Renders a page that needs neither network nor script: its policy allows nothing except its own style sheet. */
export function renderPage(title: string, content: ComponentChildren): string {
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const page = renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <main class="stack">{content}</main>
      </body>
    </html>,
  );
  // Recorded texts may hold control characters and marks that change the direction of writing.
  return plainLines(`<!doctype html>\n${page}\n`);
}

type ExitCode = 0 | 1 | 3;

/** The tone of a check that ended with an exit code. */
const exitTones: Readonly<Record<ExitCode, Tone>> = { 0: 'ok', 1: 'failed', 3: 'refused' };

const exitSigns: Readonly<Record<ExitCode, string>> = { 0: '✓', 1: '✗', 3: '!' };

interface ResultProps {
  /** What the heading is of: `Contract check of`. */
  readonly kind: string;
  readonly baseUrl: string;
  readonly exitCode: ExitCode;
  readonly conclusion: string;
}

/** The top of a page: what was checked, and with which result. */
export function Result({ kind, baseUrl, exitCode, conclusion }: ResultProps) {
  return (
    <header class={`card result is-${exitTones[exitCode]}`}>
      <span class="sign" aria-hidden="true">
        {exitSigns[exitCode]}
      </span>
      <div>
        <p class="small soft">{kind}</p>
        <h1 class="mono">{baseUrl}</h1>
        <p class="conclusion">{conclusion}</p>
      </div>
    </header>
  );
}

/** Names and values in a row. Values of null are omitted. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: string | null])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** A titled section of a page; nothing without content. */
export function Section({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A count with separators between thousands: `12,345`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-GB');
}
