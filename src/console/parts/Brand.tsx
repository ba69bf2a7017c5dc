/** The name and the sign of the service. */
export function Brand() {
  return (
    <span className="brand">
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M6 2v4M14 2v4M4 6h12v4a6 6 0 0 1-12 0zM10 16v3" />
      </svg>
      openplug
    </span>
  );
}
