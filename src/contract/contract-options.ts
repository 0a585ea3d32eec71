import type { Waiver } from '../../contract-tests/waivers/waivers.js';
import type { Level } from '../exchange/transcript.js';
import type { PlanName } from '../service/plans.js';

/** The options of `petstore-mock check`, by the names of its flags. */
export interface CheckOptions {
  /** Base URL of the service, such as `https://staging.example.test/v1`. */
  readonly baseUrl: string;
  /** Default: the variable `PETSTORE_API_KEY`. */
  readonly apiKey?: string | undefined;
  /** How far the check may go. Default: `read`, which changes nothing, or `exhaust` with `adminUrl`. */
  readonly level?: Level | undefined;
  /** Confirms level `exhaust`, which uses up the quota of the key. */
  readonly yes?: boolean | undefined;
  /** Plan of the API key, to verify its limits. */
  readonly plan?: PlanName | undefined;
  /** Pet to write to, an int64. Default: chosen by the seed. */
  readonly petId?: string | number | undefined;
  /** Base URL of `POST /messages`. Without it no message is sent. */
  readonly messagesUrl?: string | undefined;
  /** Nobody else uses this API key or this store, so more rules can be verified. */
  readonly exclusive?: boolean | undefined;
  /** Percent of the limit to leave to other users of the key. Default: 20. */
  readonly reserve?: string | number | undefined;
  /** Maximum number of requests, except for restoring the stock. Default: depends on the level. */
  readonly maxRequests?: number | undefined;
  /** Ends the check after this time, such as `90s`, except for restoring the stock. Default: `5m`, or `10m` at level `exhaust`. */
  readonly maxTime?: string | undefined;
  /** Chooses the pet and the values to send. Default: a new one, which the report has. */
  readonly seed?: number | undefined;
  /** Headers to add to every request. Their values are treated as secrets. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sends a new `traceparent` and `X-Request-Id` with every request, to find it in logs. Default: true. */
  readonly trace?: boolean | undefined;
  /** Judges only these rules, such as `limits/*`, and sends only what they need. */
  readonly rule?: string | readonly string[] | undefined;
  /** Admin API of a fake whose clock is moved instead of waiting. */
  readonly adminUrl?: string | undefined;
  /** Token of the admin API. Default: the variable `PETSTORE_ADMIN_TOKEN`. */
  readonly adminToken?: string | undefined;
  /** PEM file with an additional certificate authority to trust. */
  readonly ca?: string | undefined;
  /** PEM file with the certificate that is shown to the service. */
  readonly clientCert?: string | undefined;
  /** PEM file with the key of that certificate. */
  readonly clientKey?: string | undefined;
  /** Verifies no certificate: others may read and change what is sent, the key included. */
  readonly insecure?: boolean | undefined;
  /** Folder that records unfinished writes. Default: a folder in your state directory. */
  readonly restoreLog?: string | undefined;
  /** Folder to write the reports of `--report` to. */
  readonly report?: string | undefined;
  /** Known violations: a JSON file, or what such a file contains. */
  readonly waivers?: string | readonly Waiver[] | undefined;
  /** Fails the check if a waiver covers no violation. */
  readonly strictWaivers?: boolean | undefined;
  /** Counts only the rules up to this version, such as `0.2`. Newer ones fail nothing. */
  readonly rules?: string | undefined;
  /** What fails the check besides violations. Default: `violation`, nothing else. */
  readonly failOn?: 'violation' | 'inconclusive' | undefined;
  /** Ends the check early. What was changed is restored, and what was seen is judged. */
  readonly signal?: AbortSignal | undefined;
}

type Body<Context> = (context: Context) => Promise<void>;

/** `test` of vitest, or one extended from it. */
export type VitestTest = (
  name: string,
  options: { timeout: number },
  body: Body<{ skip(note?: string): void; readonly signal?: AbortSignal }>,
) => void;

/** `test` of Playwright, or one extended from it. */
export interface PlaywrightTest {
  (title: string, details: { annotation: { type: string; description?: string }[] }, body: () => Promise<void>): void;
  info(): {
    readonly titlePath: readonly string[];
    readonly retry: number;
    readonly repeatEachIndex: number;
    readonly project: { readonly name: string; readonly outputDir: string };
  };
  setTimeout(ms: number): void;
  skip(condition: boolean, description?: string): void;
  readonly describe: { (callback: () => void): void; configure(options: { mode: 'default' }): void };
}

interface Runner {
  /** `test` of vitest or of `@playwright/test`. */
  readonly test: VitestTest | PlaywrightTest;
}

/** The options of the check, or a function that returns them when the first test starts. */
export type ContractOptions =
  | (Runner & CheckOptions)
  | (Runner & { readonly options: () => CheckOptions | Promise<CheckOptions> });
