export function Paw() {
  return (
    <svg className="paw" viewBox="0 0 32 32" aria-hidden="true">
      <ellipse cx="16" cy="21.5" rx="6.5" ry="5.5" />
      <circle cx="7.5" cy="15" r="2.8" />
      <circle cx="12.8" cy="9.4" r="3" />
      <circle cx="19.2" cy="9.4" r="3" />
      <circle cx="24.5" cy="15" r="2.8" />
    </svg>
  );
}
