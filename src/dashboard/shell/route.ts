/** The pages of the control room, in the order of the navigation. */
export const pages = {
  overview: 'Overview',
  stock: 'Stock',
  requests: 'Requests',
  faults: 'Faults',
  behaviour: 'Behaviour',
  worlds: 'Worlds',
  api: 'API',
} as const;

export type PageName = keyof typeof pages;

export interface Route {
  readonly page: PageName;
  /** Of the request that is shown in full: `#/requests/17`. */
  readonly number: number | undefined;
}

/** Reads the fragment of an address, such as `#/stock`. What leads nowhere leads to the overview. */
export function readRoute(hash: string): Route {
  const [, page = '', rest = ''] = /^#\/([a-z]+)(?:\/(\d{1,15}))?$/.exec(hash) ?? [];
  if (!Object.hasOwn(pages, page)) return { page: 'overview', number: undefined };
  return { page: page as PageName, number: page === 'requests' && rest !== '' ? Number(rest) : undefined };
}
