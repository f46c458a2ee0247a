/** One knot on the thread of a process. */
export function Knot() {
  return (
    <svg className="knot" viewBox="0 0 26 26" aria-hidden="true">
      <path
        d="M13 4h0M9.8 8.5h6.4M6.6 13h12.8M9.8 17.5h6.4M13 22h0"
        fill="none"
        stroke="currentColor"
        strokeWidth="3.2"
        strokeLinecap="round"
      />
    </svg>
  );
}
