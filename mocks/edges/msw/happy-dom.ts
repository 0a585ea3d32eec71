interface HappyDom {
  readonly happyDOM?: { readonly settings?: { readonly fetch?: { disableSameOriginPolicy: boolean } } };
}

/** Lets pages of happy-dom read responses of the fake: msw 3 drops the headers that show the fake a CORS preflight of happy-dom. */
export function skipPreflights(): void {
  const settings = (globalThis as HappyDom).happyDOM?.settings?.fetch;
  if (settings !== undefined) settings.disableSameOriginPolicy = true;
}
