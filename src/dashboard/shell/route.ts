/** The pages of the control room, in the order of the navigation. */
export const pages = {
  overview: 'Overview',
  stock: 'Stock',
  requests: 'Requests',
  contract: 'Contract',
  faults: 'Faults',
  behaviour: 'Behaviour',
  worlds: 'Worlds',
} as const;

export type PageName = keyof typeof pages;

/** The pages of a proxy, which has no state to change. */
const proxyPages: readonly PageName[] = ['overview', 'requests', 'contract'];

export function pagesOf(isProxy: boolean): readonly PageName[] {
  return isProxy ? proxyPages : (Object.keys(pages) as PageName[]);
}

export interface Route {
  readonly page: PageName;
  /** Of the request that is shown in full: `#/requests/17`. */
  readonly number?: number;
  /** Id of the open question that is looked for: `#/behaviour/ban-threshold`. */
  readonly question?: string;
}

/** Parses the fragment of an address, such as `#/stock`. Unknown pages, and those that a proxy does not have, lead to the overview. */
export function readRoute(hash: string, isProxy = false): Route {
  const [, name, rest = ''] = /^#\/([a-z]+)(?:\/(\d{1,15}|[a-z][a-z\d-]*))?$/.exec(hash) ?? [];
  const page = pagesOf(isProxy).find((one) => one === name) ?? 'overview';
  if (page === 'requests' && /^\d/.test(rest)) return { page, number: Number(rest) };
  if (page === 'behaviour' && rest !== '') return { page, question: rest };
  return { page };
}

export function addressOf(number: number): string {
  return `#/requests/${number}`;
}

export function openRequest(number: number | undefined): void {
  location.hash = number === undefined ? '#/requests' : addressOf(number);
}
