interface ExchangeHeadersProps {
  readonly headers: readonly (readonly string[])[];
  readonly label: string;
}

/** Headers in the order in which they were sent. */
export function ExchangeHeaders({ headers, label }: ExchangeHeadersProps) {
  if (headers.length === 0) return <p class="faint small">No header was kept.</p>;
  return (
    <dl class="headers mono" aria-label={label}>
      {headers.map(([name = '', value = ''], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
