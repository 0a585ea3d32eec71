import { type ComponentChild, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { oneLine, plainLines } from '../../src/spec/quoting.js';

export interface JunitSuite {
  readonly name: string;
  /** ISO 8601. */
  readonly startedAt?: string | undefined;
  /** Those of null are omitted. */
  readonly properties: Readonly<Record<string, string | number | null>>;
  readonly cases: readonly JunitCase[];
}

/** A case passed unless it says otherwise. */
export interface JunitCase {
  readonly name: string;
  /** Printed with a case that passed. */
  readonly note?: string | undefined;
  /** Why it is skipped. */
  readonly skipped?: string | undefined;
  readonly failure?: { readonly message: string; readonly type: string; readonly text: string } | undefined;
}

/** Writes JUnit XML. */
export function junitXml(name: string, suites: readonly JunitSuite[]): string {
  const all = suites.flatMap(({ cases }) => cases);
  const root = h('testsuites', { name, ...countsOf(all) }, suites.map(suiteElement));
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n${renderToString(root).replace(/(?<=>)(?=<(?:testcase|testsuite)\b)/g, '\n')}\n`;
  // XML also forbids two characters and `]]>`, and `##` starts a command in the logs of some CI systems.
  return plainLines(xml)
    .replace(/[\ufffe\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`)
    .replaceAll(']]>', ']]&gt;')
    .replaceAll('##', '#&#35;');
}

function suiteElement({ name, startedAt, properties, cases }: JunitSuite) {
  const given = Object.entries(properties).filter(([, value]) => value !== null);
  return h('testsuite', { name, ...countsOf(cases), timestamp: startedAt?.replace(/\.\d+Z$/, '') }, [
    h(
      'properties',
      null,
      given.map(([property, value]) => h('property', { name: property, value: oneLine(String(value)) })),
    ),
    ...cases.map((each) => h('testcase', { name: each.name, classname: name }, resultOf(each))),
  ]);
}

function resultOf({ note, skipped, failure }: JunitCase): ComponentChild {
  if (failure !== undefined) return h('failure', { message: failure.message, type: failure.type }, failure.text);
  if (skipped !== undefined) return h('skipped', { message: oneLine(skipped) });
  return note === undefined ? undefined : h('system-out', null, note);
}

function countsOf(cases: readonly JunitCase[]) {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  const skipped = cases.filter((each) => each.failure === undefined && each.skipped !== undefined).length;
  return { tests: cases.length, failures, errors: 0, skipped };
}
